import type { Alert } from '../alerts/alerts.repository.js'
import type { Role } from '../identity/role.js'
import type { SecurityTopic } from '../identity/security-notices.js'

const ALERTS: Record<Alert['kind'], (id: string) => string> = {
  'webhook_endpoint.failing': (id) =>
    `El endpoint de webhooks ${id} lleva un día respondiendo solo con errores; a los cinco días se desactiva.`,
  'webhook_endpoint.disabled': (id) =>
    `El endpoint de webhooks ${id} se desactivó porque no respondía correctamente. Cuando ya funcione, actívalo y ` +
    'reenvía lo que no recibió.',
  'invoicing.stalled': () =>
    'Hay facturas que llevan una hora sin timbrarse. Se timbran solas en cuanto se pueda; revisa que tengas timbres ' +
    'y que la conexión siga vigente.',
  'invoice.total_differs': (id) =>
    `La factura ${id} se timbró por un total distinto al pagado. Cancélala con motivo 02 y vuelve a pedirla.`,
  'invoice.cancellation_refused': (id) =>
    `La cancelación de la factura ${id} no procedió: sigue vigente. Acuérdala con tu cliente y vuelve a pedirla.`,
  'payment.disputed': (id) =>
    `El cliente disputó el pago ${id} con su banco. Responde la disputa a tiempo en el panel de tu proveedor de pagos.`,
}

/** Spanish as a shopkeeper in Mexico writes to a customer. Texts shared with the payment page are in `web/messages`. */
export const letterWordsEsMx = {
  /** After “until”. */
  deadline: {
    day: (moment: string) => `el ${moment}`,
    today: (moment: string) => `hoy, ${moment}`,
  },

  request: {
    greeting: (customer: string | null) =>
      `Hola${customer === null ? '' : `, ${customer}`}: este es tu enlace de pago.`,
    button: 'Ver y pagar',
    until: (deadline: string) => `Puedes pagar hasta ${deadline}.`,
    reason: (merchant: string) =>
      `Recibes este correo porque ${merchant} te pide un pago. Si no lo esperabas, no pagues y pregúntale primero.`,
  },
  reminder: {
    relation: 'te recuerda un pago',
    greeting: (customer: string | null) =>
      `Hola${customer === null ? '' : `, ${customer}`}: tu enlace de pago está por vencer. Si ya pagaste, no pagues otra vez.`,
    reason: (merchant: string) =>
      `Recibes este correo porque ${merchant} te pidió un pago. Si no lo esperabas, no pagues y pregúntale primero.`,
  },
  receipt: {
    title: 'Pago recibido',
    greeting: (customer: string | null, merchant: string) =>
      `¡Gracias${customer === null ? '' : `, ${customer}`}! ${merchant} ya tiene tu pago; no tienes que hacer nada más.`,
    button: 'Ver el recibo en línea',
    attached: 'Tu recibo va adjunto en PDF. No es una factura (CFDI).',
    invoicing: (day: string) => `¿Necesitas factura (CFDI)? Pídela a más tardar el ${day}.`,
    requestInvoice: 'Pedir mi factura',
    reason: (merchant: string) => `Recibes este correo porque ${merchant} recibió un pago tuyo.`,
  },
  invoice: {
    relation: 'te envía tu factura',
    title: 'Tu factura está lista',
    greeting: (customer: string | null, merchant: string) =>
      `Hola${customer === null ? '' : `, ${customer}`}: esta es la factura de tu pago a ${merchant}.`,
    rfc: 'RFC',
    name: 'A nombre de',
    stamped: 'Timbrada el',
    folio: 'Folio fiscal',
    button: 'Ver la factura en línea',
    attached: 'Va adjunta en PDF y en XML. El XML es el comprobante fiscal: consérvalo.',
    worthless: 'Es una factura de prueba, sin validez fiscal.',
    reason: (merchant: string) =>
      `Recibes este correo porque se pidió enviar aquí la factura de un pago a ${merchant}.`,
  },
  alert: {
    relation: 'tiene algo que revisar',
    title: 'Algo necesita tu atención',
    commands: 'En el servidor, estos comandos ayudan:',
    reason: 'Recibes este correo porque administras el servicio de pagos.',
    about: {
      'webhook_endpoint.failing': 'webhooks',
      'webhook_endpoint.disabled': 'webhooks',
      'invoicing.stalled': 'facturas sin timbrar',
      'invoice.total_differs': 'una factura con otro total',
      'invoice.cancellation_refused': 'una factura que no se canceló',
      'payment.disputed': 'un pago en disputa',
    },
    sentence: ({ kind, target }: Pick<Alert, 'kind' | 'target' | 'message'>) => ALERTS[kind](target),
  },

  /** To the people of the merchant. */
  approval: {
    relation: 'tu panel de cobros',
    wants: (agent: string | null, operation: string) =>
      `${agent === null ? 'Un agente' : `Tu agente “${agent}”`} quiere ${operation}, y para eso necesita tu permiso.`,
    calls: (client: string) => `El programa dice llamarse “${client}”. No lo comprobamos.`,
    /** Above what the agent wrote. */
    written: 'Lo que escribió el agente:',
    title: 'Título',
    customer: 'Para',
    amount: 'Pediría',
    button: 'Ver todo y decidir',
    until: (moment: string) => `Puedes decidir hasta el ${moment}.`,
    silence: 'Si no haces nada, no se hace.',
    others: 'Mientras esta espera, las demás que pida este agente salen solo en el panel, sin otro correo.',
    signIn: (host: string) => `El botón abre ${host} y te pide entrar. Abrirlo no aprueba nada.`,
    reason: (merchant: string) => `Recibes este correo porque puedes decidir qué hacen los agentes de ${merchant}.`,
  },
  sheet: {
    relation: 'te comparte sus cuentas',
    title: (month: string) => `La hoja de ${month} está lista`,
    text: 'Un renglón por cada cobro, devolución y comisión del mes. Se abre en el panel, donde se puede descargar en Excel y en CSV.',
    button: 'Ver la hoja',
    signIn: 'Te va a pedir entrar con tu correo. El archivo no viaja por correo.',
    reason: (merchant: string) => `Recibes este correo porque ${merchant} te eligió para recibir la hoja de cada mes.`,
  },
  staff: {
    relation: 'tu panel de cobros',
    greeting: (name: string | null) => `Hola${name === null ? '' : `, ${name}`}:`,
    until: (moment: string) => `Sirve una sola vez, hasta el ${moment}.`,
    roles: {
      owner: 'Titular: puede todo',
      admin: 'Administración: cobra, factura y conecta',
      cashier: 'Caja: crea enlaces y ve sus cobros',
      viewer: 'Consulta: solo mira',
    } satisfies Record<Role, string>,
    invitation: {
      title: 'Te invitaron',
      text: (merchant: string, role: string) => `Te invitaron al panel de ${merchant}. Tu rol será ${role}.`,
      button: 'Crear mi acceso',
      reason: (merchant: string) =>
        `Recibes este correo porque alguien de ${merchant} te invitó. Si no lo esperabas, no hagas nada.`,
    },
    reset: {
      title: 'Contraseña nueva',
      text: (merchant: string) =>
        `Pediste una contraseña nueva para el panel de ${merchant}. Al ponerla se cierran todas tus sesiones.`,
      button: 'Poner contraseña nueva',
      reason:
        'Recibes este correo porque se pidió una contraseña nueva. Si no fuiste tú, no hagas nada: la tuya sirve.',
    },
    emailChange: {
      titles: { ask: 'Confirma el cambio de correo', done: 'Cambió el correo de tu acceso' },
      texts: {
        ask: {
          former: (merchant: string, from: string, to: string) =>
            `Pidieron que al panel de ${merchant} entres con ${to} en lugar de ${from}. Para que cambie, confirma aquí y también desde el otro correo. Si no fuiste tú, abre el mismo enlace y elige “No fui yo”.`,
          new: (merchant: string, from: string, to: string) =>
            `Quien entra al panel de ${merchant} con ${from} pidió entrar con ${to}. Para que cambie, confirma aquí y también desde el otro correo.`,
        },
        done: {
          former: (merchant: string, from: string, to: string) =>
            `Al panel de ${merchant} ya no se entra con ${from}, sino con ${to}. Si no fuiste tú, avisa ya a quien es titular.`,
          new: (merchant: string, _: string, to: string) =>
            `Desde ahora entras al panel de ${merchant} con ${to}. Tus otras sesiones se cerraron.`,
        },
      },
      buttons: { ask: 'Revisar el cambio', done: 'Revisar mi acceso' },
      reason: (merchant: string) =>
        `Recibes este correo porque se pidió cambiar un acceso al panel de ${merchant}. Si no es tuyo, no hagas nada.`,
    },
    security: {
      title: 'Cambió tu acceso',
      text: 'Si fuiste tú, no tienes que hacer nada. Si no, cambia tu contraseña ahora y cierra las otras sesiones.',
      button: 'Revisar mi acceso',
      reason: (merchant: string) => `Recibes este correo porque entras al panel de ${merchant}.`,
      topics: {
        password_changed: 'Cambiaste tu contraseña.',
        password_reset: 'Se puso una contraseña nueva con el enlace que te dimos.',
        passkey_added: 'Se agregó una llave de acceso (huella o rostro).',
        passkey_removed: 'Se quitó una llave de acceso (huella o rostro).',
        codes_on: 'Se activaron los códigos de seis dígitos.',
        codes_off: 'Se quitaron los códigos de seis dígitos.',
        recovery_codes_made: 'Se hicieron códigos de respaldo nuevos.',
      } satisfies Record<SecurityTopic, string>,
    },
  },

  opens: (host: string) => `El botón abre ${host}. Revisa que tu navegador muestre esa dirección antes de continuar.`,
  opensPage: (host: string) => `El botón abre ${host}.`,
  unsubscribe: (merchant: string) => `No quiero recibir más correos de ${merchant}`,

  pdf: {
    heading: 'Recibo de pago',
    customer: 'Cliente',
    paid: 'PAGADO',
    testMark: 'Modo de prueba: sin valor',
    notAnInvoice: 'Este recibo no es una factura (CFDI).',
    page: (number: number, of: number) => `Página ${number} de ${of}`,
  },

  unsubscribePage: {
    title: (merchant: string) => `¿Ya no quieres correos de ${merchant}?`,
    text: (address: string) =>
      `${address} dejará de recibir sus correos: enlaces de pago, recordatorios, recibos y facturas.`,
    note: 'Tus pagos y tus enlaces no cambian.',
    button: 'No recibir más correos',
    doneTitle: (merchant: string) => `Ya no recibirás correos de ${merchant}`,
    doneText: (address: string) => `${address} ya no recibirá sus correos. Puedes cerrar esta página.`,
    /** Followed by the contact details. */
    mistake: (merchant: string) => `¿Fue un error? Díselo a ${merchant}:`,
  },
}

/** A key that a language lacks does not compile. */
export type LetterWords = typeof letterWordsEsMx
