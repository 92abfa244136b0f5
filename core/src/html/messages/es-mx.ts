import { invoiceEsMX } from './invoice.es-mx.js'

/** Spanish as a shopkeeper in Mexico speaks to a customer. Its shape is that of every language. */
export const esMX = {
  otherLanguage: 'English',
  testMode: 'Modo de prueba: ningún cobro es real.',

  merchant: {
    asks: 'te pide un pago',
    asked: 'te pidió un pago',
    received: 'recibió tu pago',
    questions: '¿Dudas?',
    writeTo: (merchant: string) => `Escribir a ${merchant}`,
    call: (phone: string) => `Llamar al ${phone}`,
  },

  lines: {
    heading: 'Desglose',
    addedIva: (percent: number) => `IVA ${percent} %`,
    includesIva: 'IVA incluido',
    total: 'Total',
  },

  methods: {
    /** After the words of `payBy`, and alone. */
    names: {
      card: 'tarjeta',
      wallet: 'monedero digital',
      retail_cash: 'efectivo',
      spei_transfer: 'transferencia',
      bnpl: 'pago a plazos',
      bank_debit: 'cargo a tu cuenta',
      other: 'otro medio',
    },
    details: {
      card: ['crédito', 'débito'],
      wallet: ['saldo de tu monedero'],
      retail_cash: ['tienda de conveniencia'],
      spei_transfer: ['SPEI'],
      bnpl: ['en mensualidades'],
      bank_debit: ['domiciliación bancaria'],
      other: ['lo eliges en la página siguiente'],
    },
    payBy: (names: string) => `Pagar con ${names}`,
    payByOne: {
      card: 'Pagar con tarjeta',
      wallet: 'Pagar con monedero digital',
      retail_cash: 'Pagar en efectivo',
      spei_transfer: 'Pagar por transferencia',
      bnpl: 'Pagar a plazos',
      bank_debit: 'Pagar con cargo a tu cuenta',
      other: 'Ir a pagar',
    },
    with: (details: string, provider: string) => `${details}, con ${provider}`,
    choose: 'Elige cómo pagar',
    note: 'Pagas en la página segura del proveedor.',
    until: 'Disponible hasta el',
  },

  processing: {
    title: 'Ya hay un pago en curso',
    text: 'Si lo empezaste tú, puedes continuarlo. Si ya pagaste, no pagues otra vez: te avisaremos en cuanto se confirme.',
    resume: 'Continuar con el pago',
    startOver: 'Empezar de nuevo',
    warning:
      '¿Quieres pagar de otra forma? Primero cancelamos el pago que quedó abierto. Si ya pagaste, no empieces de nuevo.',
  },
  opening: {
    title: 'Estamos abriendo tu pago…',
    text: 'El proveedor todavía no nos confirma. No se te ha cobrado nada. Espera un momento y vuelve a intentarlo.',
    tryAgain: 'Intentar de nuevo',
    tryAgainDetail: 'Si ya se abrió, te llevamos a él',
  },
  voucher: {
    title: 'Falta que hagas el pago',
    text: 'Paga con esta referencia. En cuanto se confirme lo verás en esta página. No pagues dos veces.',
    reference: 'Referencia',
    deadline: 'Paga a más tardar el',
    lapsed:
      'Si ya pagaste, no pagues otra vez: puede tardar en confirmarse. Si no has pagado, ya no uses esta referencia. Venció el',
    lapsedTitle: 'La referencia ya venció',
    lapsedResume: 'Ver la referencia',
    resume: 'Ver cómo pagar',
    resumeDetail: 'En la página del proveedor',
    instructions: 'Abrir la ficha de pago',
  },
  paid: {
    title: 'Pago recibido',
    text: (merchant: string) => `Gracias. ${merchant} ya tiene tu pago; no tienes que hacer nada más.`,
    date: 'Fecha',
    method: 'Forma de pago',
    recordedBy: (merchant: string) => `Registrado por ${merchant}`,
    number: 'Folio',
    refundedTitle: 'Pago devuelto',
    refundedText: (merchant: string) =>
      `${merchant} te devolvió este pago. El banco puede tardar unos días en mostrarlo.`,
    refunded: 'Devuelto',
  },
  expired: {
    title: 'Este enlace ya venció',
    text: (merchant: string) =>
      `Ya no se puede pagar aquí. Si todavía quieres pagar, pídele a ${merchant} un enlace nuevo.`,
  },
  disabled: {
    title: 'Este enlace ya no está disponible',
    text: (merchant: string) =>
      `${merchant} lo cerró y ya no recibe pagos. Si todavía quieres pagar, pídele uno nuevo.`,
  },
  cutOff: {
    title: 'Este enlace está por vencer',
    text: (merchant: string) => `Ya no alcanza el tiempo para empezar un pago. Pídele a ${merchant} un enlace nuevo.`,
    expires: 'Vence el',
  },
  unavailable: {
    title: 'Por ahora no se puede pagar aquí',
    text: (merchant: string) =>
      `Este enlace no tiene una forma de pago disponible. No se te cobró nada. Intenta más tarde o pregúntale a ${merchant}.`,
  },

  returned: {
    title: 'Tu pago sigue en proceso',
    text: 'No pagues otra vez: te avisaremos en cuanto se confirme.',
    refresh: 'Actualizar',
    unfinished: '¿No terminaste de pagar?',
    goOn: 'Continuar con el pago',
    notPaid: 'El pago no se completó',
    notPaidText: 'No se te cobró nada. Puedes intentarlo otra vez cuando quieras.',
    noneYet: 'Todavía no vemos un pago',
    noneYetText: 'Si acabas de pagar, espera un momento y actualiza esta página antes de intentar otra vez.',
    goBack: 'Volver al enlace de pago',
  },

  invoice: invoiceEsMX,

  notices: {
    notOpened: 'No se pudo abrir el pago. No se te cobró nada. Intenta otra vez o elige otra forma de pagar.',
    notRestarted:
      'No pudimos cancelar el pago que quedó abierto, así que no empezamos otro. No se te cobró nada de más.',
    inProgress: 'Ya hay un pago en curso para este enlace, así que no abrimos otro.',
    tooOften:
      'Hubo muchos intentos seguidos y esta vez no abrimos el pago. No se te cobró nada. Espera un minuto e intenta otra vez.',
    keptOpen:
      'Hubo muchos intentos seguidos, así que dejamos abierto el pago que ya estaba. Para empezar otro, espera un minuto.',
    tooManyToday:
      'Hoy hubo muchos intentos con este enlace, así que no abrimos otro pago. No se te cobró nada. Vuelve mañana o pide otro enlace al comercio.',
    keptOpenToday:
      'Hoy hubo muchos intentos con este enlace, así que dejamos abierto el pago que ya estaba. Todavía puedes terminarlo.',
    comeBack:
      'No pudimos abrir tu pago por una falla nuestra. No se te cobró nada. Vuelve en un minuto e intenta otra vez.',
    unknownWay: 'Esa forma de pago no existe aquí. No se te cobró nada. Elige una de las que ves abajo.',
    unknownWayNow: 'Esa forma de pago no existe aquí. Abajo ves cómo va este enlace.',
  },

  missing: {
    title: 'No encontramos este enlace',
    text: 'Revisa que la dirección esté completa, o pídele a quien te la envió que la mande otra vez.',
  },
  misread: {
    title: 'No entendimos lo que envió tu navegador',
    text: 'No se te cobró nada. Vuelve al enlace de pago y elige otra vez cómo pagar.',
  },
  broken: {
    title: 'Algo salió mal de nuestro lado',
    text: 'Antes de intentar otra vez, vuelve al enlace de pago: ahí verás si tu pago quedó abierto o confirmado.',
  },
  outage: {
    title: 'Esta página no está disponible por el momento',
    text: 'Tu enlace no tiene ningún problema. Ábrelo de nuevo en un minuto: ahí verás si tu pago quedó abierto o confirmado.',
  },
}

type Words<T> = T extends (...values: infer V) => string
  ? (...values: V) => string
  : T extends string
    ? string
    : T extends string[]
      ? string[]
      : { [K in keyof T]: Words<T[K]> }

/** A key that a language lacks does not compile. */
export type Messages = Words<typeof esMX>

export type InvoiceMessages = Messages['invoice']
