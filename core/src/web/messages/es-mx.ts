import { invoiceEsMX } from './invoice.es-mx.js'

/** Spanish as a shopkeeper in Mexico speaks to a customer. Defines the keys of every language. */
export const esMX = {
  otherLanguage: 'English',
  testMode: 'Modo de prueba: ningún cobro es real.',
  pager: { label: 'Páginas', newer: 'Más recientes', older: 'Más antiguos' },

  merchant: {
    asks: 'te pide un pago',
    asked: 'te pidió un pago',
    received: 'recibió tu pago',
    returned: 'te devolvió tu pago',
    questions: '¿Dudas?',
    writeTo: (merchant: string) => `Escribir a ${merchant}`,
    call: (phone: string) => `Llamar al ${phone}`,
    chat: 'WhatsApp',
    chatWith: (merchant: string) => `Escribir por WhatsApp a ${merchant}`,
  },

  /** Labels of the seal beside the amount. */
  seals: {
    paid: 'Pagado',
    refunded: 'Devuelto',
    processing: 'Sin confirmar',
    voucher: 'Por pagar',
    lapsed: 'Referencia vencida',
    expired: 'Vencido',
    disabled: 'Cerrado',
  },

  lines: {
    heading: 'Desglose',
    count: (count: number) => `Ver los ${count} conceptos`,
    subtotal: 'Subtotal',
    addedIva: (percent: number) => `IVA ${percent} %`,
    includesIva: 'IVA incluido',
    taxes: { iva_included: 'IVA incluido', iva_added: 'más IVA', exempt: 'sin IVA' },
    total: 'Total',
  },

  methods: {
    /** On their own and in a list. */
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
    pay: 'Pagar',
    /** After `pay`, and after the amount. */
    by: (names: string) => `con ${names}`,
    byOne: {
      card: 'con tarjeta',
      wallet: 'con monedero digital',
      retail_cash: 'en efectivo',
      spei_transfer: 'por transferencia',
      bnpl: 'a plazos',
      bank_debit: 'con cargo a tu cuenta',
      other: 'de otra forma',
    },
    with: (details: string, provider: string) => `${details}, con ${provider}`,
    choose: 'Elige cómo pagar',
    marks: 'Se acepta',
    secure: (providers: string) => `Pagarás en la página segura de ${providers}.`,
    until: 'Puedes pagar hasta',
    invoice: 'Después de pagar podrás pedir tu factura.',
  },

  /** How the payer learns of the confirmation; ends a sentence. */
  confirmation: {
    mail: 'te avisaremos por correo en cuanto se confirme',
    page: 'en cuanto se confirme lo verás en esta página',
  },
  refresh: {
    text: 'Esta página se actualiza sola.',
    stop: 'Detener',
  },

  processing: {
    title: 'Ya hay un pago en curso',
    text: (confirmation: string) =>
      `Si lo empezaste tú, puedes continuarlo. Si ya pagaste, no pagues otra vez: ${confirmation}.`,
    resume: 'Continuar con el pago',
    resumeDetail: (provider: string) => `En la página de ${provider}`,
    startOver: 'Empezar de nuevo',
    warning:
      '¿Quieres pagar de otra forma? Primero cancelamos el pago que quedó abierto. Si ya pagaste, no empieces de nuevo.',
  },
  opening: {
    title: 'Estamos abriendo tu pago…',
    text: (provider: string | null) =>
      `${provider ?? 'El proveedor de pagos'} todavía no nos confirma. No se te ha cobrado nada. Espera un momento y vuelve a intentarlo.`,
    tryAgain: 'Intentar de nuevo',
    tryAgainDetail: 'Si ya se abrió, te llevamos a él',
  },
  voucher: {
    title: 'Falta tu pago',
    text: 'Paga con esta referencia. En cuanto se confirme tu pago, lo verás en esta página. No pagues dos veces.',
    cash: 'Da esta referencia en la caja y paga en efectivo. En cuanto la tienda confirme tu pago, lo verás en esta página. No pagues dos veces.',
    transfer:
      'Desde la app de tu banco, transfiere el monto exacto a esta CLABE. En cuanto llegue tu pago, lo verás en esta página. No pagues dos veces.',
    transferByReference:
      'Desde la app de tu banco, transfiere el monto exacto con esta referencia. En cuanto llegue tu pago, lo verás en esta página. No pagues dos veces.',
    reference: 'Referencia',
    clabe: 'CLABE',
    bank: 'Banco',
    beneficiary: 'Beneficiario',
    stores: 'Dónde pagar',
    exactly: 'Monto exacto',
    deadline: 'Paga a más tardar',
    lapsed:
      'Si ya pagaste, no pagues otra vez: el pago puede tardar en confirmarse. Si no has pagado, ya no uses esta referencia.',
    lapsedOn: 'Venció',
    lapsedTitle: 'La referencia ya venció',
    lapsedResume: 'Ver la referencia',
    resume: 'Ver cómo pagar',
    resumeDetail: (provider: string) => `En la página de ${provider}`,
    instructions: 'Ver la ficha de pago',
    otherWayTitle: '¿Prefieres pagar de otra forma?',
    otherWay: 'Pagar de otra forma',
    otherWayText: 'Primero cancelaremos esta referencia: después ya no la uses. Si ya la pagaste, espera aquí.',
    lapsedOtherTitle: '¿Todavía no has pagado?',
    lapsedOtherText: 'Elige otra vez cómo pagar. Si ya pagaste, espera aquí.',
  },
  paid: {
    title: 'Pago recibido',
    text: (merchant: string) => `Gracias. ${merchant} ya tiene tu pago; no tienes que hacer nada más.`,
    date: 'Fecha',
    method: 'Forma de pago',
    recordedBy: (merchant: string) => `La registró ${merchant}`,
    number: 'Folio',
    id: 'Identificador del pago:',
    receipt: 'Descargar recibo (PDF)',
    viewInvoice: 'Ver mi factura',
    refundedTitle: 'Pago devuelto',
    refundedText: (merchant: string) =>
      `${merchant} te devolvió este pago. El banco puede tardar unos días en reflejarlo.`,
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
    expires: 'Vence',
  },
  unavailable: {
    title: 'Por ahora no se puede pagar aquí',
    text: (merchant: string) =>
      `Este enlace no tiene una forma de pago disponible. No se te cobró nada. Intenta más tarde o pregúntale a ${merchant}.`,
  },

  returned: {
    title: 'Tu pago sigue en proceso',
    text: (confirmation: string) => `No pagues otra vez: ${confirmation}.`,
    refresh: 'Actualizar',
    unfinished: '¿No terminaste de pagar?',
    goOn: 'Continuar con el pago',
    notPaid: 'El pago no se completó',
    notPaidText: 'No se te cobró nada. Puedes intentarlo otra vez cuando quieras.',
    noneYet: 'Todavía no vemos tu pago',
    noneYetText: 'Si acabas de pagar, espera un momento y actualiza esta página antes de intentar otra vez.',
    goBack: 'Volver al enlace de pago',
  },

  invoice: invoiceEsMX,

  notices: {
    notOpened: 'No se pudo abrir el pago. No se te cobró nada. Intenta otra vez o elige otra forma de pagar.',
    notClosed:
      'El proveedor no permite cancelar el pago que quedó abierto, así que no empezamos otro. Termínalo, o pídele al comercio que libere este enlace.',
    notRestarted:
      'No pudimos cancelar el pago que quedó abierto, así que no empezamos otro. No se te cobró nada de más.',
    inProgress: 'Ya hay un pago en curso para este enlace, así que no abrimos otro.',
    tooOften:
      'Hubo demasiados intentos seguidos y esta vez no abrimos el pago. No se te cobró nada. Espera un minuto e intenta otra vez.',
    keptOpen:
      'Hubo demasiados intentos seguidos, así que dejamos abierto el pago que ya estaba. Para empezar otro, espera un minuto.',
    tooManyToday:
      'Hoy hubo demasiados intentos con este enlace y no abrimos otro pago. No se te cobró nada. Vuelve mañana o pide otro enlace al comercio.',
    keptOpenToday:
      'Hoy hubo demasiados intentos con este enlace, así que dejamos abierto el pago que ya estaba. Todavía puedes terminarlo.',
    comeBack:
      'No pudimos abrir tu pago por un problema nuestro. No se te cobró nada. Vuelve en un minuto e intenta otra vez.',
    paused:
      'Los pagos están en pausa por el momento. Ahora no se te cobró nada. Si ya habías pagado, no pagues otra vez: pregunta al comercio. Si no, intenta más tarde.',
    unknownWay: 'Esa forma de pago no está disponible. No se te cobró nada. Elige una de las que ves abajo.',
    unknownWayNow: 'Esa forma de pago no está disponible. Abajo ves cómo va este pago.',
  },

  missing: {
    title: 'No encontramos este enlace',
    text: 'Revisa que la dirección esté completa o pídele el enlace a quien te lo envió.',
  },
  misread: {
    title: 'No pudimos leer los datos enviados',
    text: 'No se te cobró nada. Vuelve al enlace de pago y elige otra vez cómo pagar.',
  },
  broken: {
    title: 'Tuvimos un problema',
    text: 'Antes de intentar otra vez, vuelve al enlace de pago: ahí verás si tu pago sigue en proceso o ya se confirmó.',
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

/** A language that lacks a key does not compile. */
export type Messages = Words<typeof esMX>

export type InvoiceMessages = Messages['invoice']
