export const invoicingEsMX = {
  title: 'Facturación',
  about: (name: string) =>
    `Tus clientes piden su factura (CFDI 4.0) después de pagar. ${name} la timbra a tu nombre, por lo que pagaron, al centavo.`,
  ready: 'Lista',
  notReady: 'Falta un paso',
  done: 'Hecho',
  open: 'Por hacer',
  connect: {
    title: (name: string) => `Conectar ${name}`,
    done: (name: string) => `${name} conectado`,
    simulated: (name: string) => `Simulador de ${name} conectado`,
    about: 'Con la llave de tu organización. La cuenta y los timbres son tuyos.',
    simulatedAbout: 'Ninguna factura es real.',
    checked: (when: string) => `revisado ${when}`,
    notAsked: (name: string) => `La última vez no pudimos preguntarle a ${name}. Lo intentamos otra vez cada hora.`,
    button: 'Conectar',
    none: 'No hay ningún plugin de facturación instalado.',
    off: (name: string) => `El plugin de ${name} está apagado. En Plugins dice por qué y quién lo puede encender.`,
    registered: 'Avisos registrados por nosotros.',
    notRegistered: 'Los avisos no están registrados allá; preguntamos por cada factura cada rato.',
    refused: (name: string, when: string) => `${name} rechaza tu llave desde ${when}.`,
    refusedThen:
      'Tus clientes pueden pedir factura, y esperan. Se timbran solas en cuanto haya una llave que sirva. Suele pasar cuando alguien renueva o borra la llave allá.',
  },
  issuer: {
    title: '¿A nombre de quién se factura?',
    waiting: 'Se elige cuando esté conectado.',
    rfc: 'RFC',
    codes: (codes: string) => `Claves de siempre: ${codes}`,
    none: (name: string) => `Esa llave no tiene ninguna organización en ${name}. Créala allá y vuelve.`,
    unavailable: (name: string) =>
      `No pudimos preguntarle a ${name} por tus organizaciones. Lo que está elegido sigue igual.`,
    problem: (problem: string) => `Todavía no: ${problem}`,
    gone: (name: string) => `${name} no deja facturar a ese nombre ahora. No se cambió.`,
    unnamed: 'Sin nombre',
  },
  deadline: {
    title: '¿Hasta cuándo la pueden pedir?',
    label: 'Días después de que acaba el mes del pago',
    example: (month: string, day: string) => `Lo pagado en ${month}, hasta el ${day}.`,
    bothModes: 'Vale en los dos modos.',
    fault: (max: number) => `Escribe un número de días, de 0 a ${max}.`,
  },
  save: 'Guardar',
  saving: 'Guardando…',
  saveHint: 'Guardar te puede pedir tu contraseña.',
  faults: 'No se guardó. Revisa este dato:',
  changedMeanwhile: 'La conexión cambió mientras guardabas. Revisa cómo quedó e intenta otra vez.',
  notConnected: 'Ya no hay ninguna conexión. Conecta primero.',
  saved: {
    connected: (name: string) => `${name} quedó conectado.`,
    sandbox: (name: string) => `El simulador de ${name} quedó conectado. Ninguna factura es real.`,
    next: 'Falta elegir a nombre de quién.',
    settings: 'Quedó guardado.',
  },
  waits: {
    waiting: (count: string, isOne: boolean) =>
      isOne ? 'Una factura espera para timbrarse.' : `${count} facturas esperan para timbrarse.`,
    waitingThen: 'Se timbran solas en cuanto se pueda, y tus clientes saben que van en camino.',
    failed: (count: string, isOne: boolean) =>
      isOne ? 'Una factura fue rechazada.' : `${count} facturas fueron rechazadas.`,
    failedThen: 'No se intentan otra vez hasta que se corrijan los datos.',
    more: 'más de 9',
    see: 'Ver las facturas',
    since: (when: string) => `Desde ${when}`,
  },
}

export type InvoicingWords = typeof invoicingEsMX
