/** The payer's invoice page. The SAT's own terms are not here: they stay Spanish in every language. */
export const invoiceEsMX = {
  get: 'Obtener mi factura',
  heading: 'Pide tu factura',
  headingOfOne: 'Tu factura',
  intro: 'Escribe los datos como están en tu Constancia de Situación Fiscal.',
  until: (day: string) => `Puedes pedirla aquí hasta el ${day}.`,
  refusedUntil: (day: string) => `Corrige tus datos y pídela otra vez, a más tardar el ${day}.`,
  goBack: 'Volver a la página de pago',

  labels: {
    rfc: 'RFC',
    name: 'Nombre o razón social',
    zip: 'Código postal fiscal',
    regimenFiscal: 'Régimen fiscal',
    usoCfdi: 'Uso de la factura',
    formaPago: '¿Con qué pagaste?',
    email: 'Correo (opcional)',
  },
  hints: {
    rfc: '13 caracteres si eres persona física, 12 si es una empresa.',
    name: 'Tal como aparece en tu constancia, sin “SA de CV” ni otro régimen de capital.',
    zip: 'El de tu constancia, no el de entrega.',
    regimenFiscal: 'El que dice tu constancia.',
    usoCfdi: 'Para qué la vas a usar.',
    formaPago: 'El SAT la pide y el pago no la incluye.',
    email: 'Para enviarte la factura cuando esté lista.',
    emailElsewhere: 'Para enviarte la factura a otro correo.',
    emailUnsent: 'Por ahora no se envían correos: encontrarás la factura en esta página.',
  },
  sendTo: (address: string) => `Enviarla a ${address}`,
  choose: 'Elige de la lista',
  groups: {
    fisica: 'Personas físicas (RFC de 13 caracteres)',
    moral: 'Personas morales (RFC de 12 caracteres)',
    both: 'Personas físicas y morales',
  },
  narrow: 'Ver solo lo que corresponde a mi RFC',
  narrowed: {
    fisica: 'Abajo ves solo lo que corresponde a una persona física.',
    moral: 'Abajo ves solo lo que corresponde a una persona moral.',
  },
  submit: 'Pedir mi factura',

  faultsTitle: 'Revisa estos datos',
  missing: {
    rfc: 'Escribe tu RFC.',
    name: 'Escribe el nombre o la razón social.',
    zip: 'Escribe el código postal.',
    regimenFiscal: 'Elige tu régimen fiscal.',
    usoCfdi: 'Elige para qué vas a usar la factura.',
    formaPago: 'Elige con qué pagaste.',
  },
  faults: {
    rfc_malformed: 'El RFC no es válido. Lleva 13 caracteres el de una persona física y 12 el de una empresa.',
    rfc_foreigner:
      'Aquí no se pueden pedir facturas para residentes en el extranjero. Pídela directamente al comercio.',
    name_too_long: 'El nombre puede llevar 300 caracteres como máximo.',
    name_has_bar: 'El nombre no puede llevar una barra vertical ( | ).',
    name_has_control_character: 'El nombre contiene un salto de línea o un carácter invisible. Escríbelo de nuevo.',
    zip_malformed: 'El código postal lleva cinco dígitos.',
    zip_unknown: 'Ese código postal no existe.',
    regime_unknown: 'Elige un régimen de la lista.',
    regime_not_of_kind: 'Ese régimen no corresponde al RFC: 13 caracteres son de persona física; 12, de persona moral.',
    regime_not_of_general_public: 'Con el RFC genérico, el régimen es 616, Sin obligaciones fiscales.',
    use_unknown: 'Elige un uso de la lista.',
    use_not_for_income: 'Ese uso no aplica a una compra. Elige otro de la lista.',
    use_not_of_kind: 'Ese uso no corresponde al RFC: 13 caracteres son de persona física; 12, de persona moral.',
    use_not_of_regime: 'El régimen fiscal no permite ese uso. Elige otro.',
    use_not_of_general_public: 'Con el RFC genérico, el uso es S01, Sin efectos fiscales.',
    email_malformed: 'Escribe un correo completo, como nombre@ejemplo.com, o déjalo vacío.',
    forma_not_allowed: 'Elige una de las formas de pago de la lista.',
  },
  wrongCheckDigit:
    'Revisa tu RFC: el dígito verificador no coincide. Si así aparece en tu constancia, puedes continuar.',

  refusedTitle: 'El SAT no aceptó tu factura',
  refused: {
    rfc: 'El SAT no tiene activo este RFC.',
    name: 'El SAT tiene otro nombre registrado con este RFC.',
    zip: 'El SAT tiene otro código postal registrado con este RFC.',
    regimenFiscal: 'El SAT no tiene este régimen registrado con este RFC.',
    usoCfdi: 'El SAT no admite este uso con este RFC y este régimen.',
    formaPago: 'El SAT no admite esta forma de pago.',
  },
  /** What follows, in the form. */
  correction: {
    rfc: 'Revísalo en la constancia.',
    name: 'Escríbelo letra por letra como en la constancia, sin “SA de CV”.',
    zip: 'Escribe el del domicilio fiscal.',
    regimenFiscal: 'Elige el que dice la constancia.',
    usoCfdi: 'Elige otro.',
    formaPago: 'Elige otra.',
  },
  refusedOtherwise: (merchant: string) => `Revisa tus datos y pídela otra vez. Si vuelve a pasar, avisa a ${merchant}.`,
  theirWords: 'Respuesta del SAT:',

  notices: {
    tooOften: 'Demasiados intentos seguidos. Espera un minuto y pídela otra vez: lo que escribiste sigue aquí.',
    tooOftenToday:
      'La factura de este pago se pidió demasiadas veces hoy. Intenta de nuevo mañana o pídela al comercio: lo que escribiste sigue aquí.',
    notAsked: 'No se pudo pedir la factura. Intenta de nuevo en unos minutos: lo que escribiste sigue aquí.',
    wrongReceiver: 'No coincide con los datos de la factura. Revísalos e intenta de nuevo.',
    otherReceiver:
      'La factura de este pago ya se pidió con otro RFC. Escríbelo para corregir los datos, o pide el cambio al comercio.',
    tooManyProofs: 'Demasiados intentos. Espera un rato antes de volver a intentarlo.',
  },

  proof: {
    title: 'Confirma que esta factura es tuya',
    toSee: 'Para ver los datos y descargar los archivos, escribe el RFC de la factura.',
    toCorrect: 'Para ver lo que escribiste y corregirlo, escribe el RFC con el que la pediste.',
    lasts: 'Este navegador lo recordará durante 15 minutos.',
    generic: 'El RFC genérico lo conoce cualquiera; por eso te pedimos otro dato.',
    rfc: 'RFC de la factura',
    email: 'Correo con el que la pediste',
    address: 'Correo',
    name: 'Nombre o razón social de la factura',
    see: 'Ver mi factura',
    correct: 'Ver y corregir mis datos',
    wrongRfc: '¿Escribiste mal el RFC?',
    startOver: 'Pedirla de nuevo desde el principio',
  },
  stamping: {
    title: 'Estamos timbrando tu factura…',
    text: 'Suele tardar unos segundos. Puedes cerrar esta página: tu factura aparecerá aquí mismo.',
    slow: 'Está tardando más de lo normal. No tienes que pedirla otra vez: en cuanto esté lista aparecerá aquí.',
    doubtful: 'El dígito verificador de tu RFC no coincide. Si el SAT no lo acepta, aquí podrás corregirlo.',
    refresh: 'Actualizar',
  },
  stamped: {
    title: 'Tu factura está lista',
    text: 'Guarda los dos archivos: el XML es el que vale ante el SAT; el PDF es la versión impresa.',
    test: 'Factura de prueba, sin validez fiscal.',
    pdf: 'Descargar PDF',
    xml: 'Descargar XML',
    receiver: 'A nombre de',
    total: 'Total',
    date: 'Timbrada',
    folio: 'Folio fiscal',
  },
  mailed: {
    will: (address: string) => `También la enviaremos a ${address}.`,
    sent: (address: string) => `La enviamos a ${address}.`,
    unknown: (address: string) => `La enviamos a ${address}, pero no sabemos si llegó.`,
    failed: (address: string) => `No se pudo enviar a ${address}. Descárgala aquí.`,
    simulated: (address: string) => `En modo de prueba no se envían correos: el de ${address} solo se simula.`,
  },
  cancelPending: {
    title: 'Cancelación en proceso',
    text: (merchant: string) =>
      `${merchant} pidió cancelar esta factura. Mientras el SAT no lo confirme, sigue siendo válida.`,
  },
  cancelled: {
    title: 'Tu factura anterior fue cancelada',
    text: 'Ya no vale ante el SAT.',
    folio: (folio: string) => `Ya no vale ante el SAT. Su folio fiscal era ${folio}.`,
  },

  notPaid: {
    title: 'Este enlace todavía no está pagado',
    text: 'Podrás pedir tu factura después de pagar. Si ya pagaste, espera a que se confirme el pago.',
  },
  notInvoiceable: {
    title: 'Aquí no se puede pedir factura de este pago',
    text: (merchant: string) => `Si la necesitas, pídela directamente a ${merchant}.`,
  },
  refunded: {
    title: 'Te devolvieron este pago',
    text: 'Por eso ya no se puede facturar.',
  },
  tooLate: {
    title: 'Ya pasó el plazo para pedir tu factura aquí',
    text: (day: string, merchant: string) =>
      `Se podía pedir hasta el ${day}. Si todavía la necesitas, pide tu factura a ${merchant}.`,
  },

  noFile: {
    title: 'Todavía no hay factura',
    text: 'En la página de tu factura puedes ver si ya se pidió, o pedirla.',
  },
  filesAway: {
    title: 'El archivo no está disponible por ahora',
    text: 'Tu factura está timbrada y es válida. Intenta de nuevo en unos minutos.',
  },
  misread: {
    title: 'No pudimos leer los datos enviados',
    text: 'Tu factura no se pidió. Vuelve a la página y escribe otra vez tus datos.',
  },
  broken: {
    title: 'Algo salió mal de nuestro lado',
    text: 'Antes de pedirla otra vez, revisa en la página de tu factura si ya se pidió.',
  },
  backToInvoice: 'Ir a la página de tu factura',
}
