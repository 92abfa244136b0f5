/** What the payer reads about their invoice. SAT's own names are not here: they are Spanish in every language. */
export const invoiceEsMX = {
  get: 'Obtener mi factura',
  heading: 'Pide tu factura',
  headingOfOne: 'Tu factura',
  intro: 'Escribe los datos como están en tu Constancia de Situación Fiscal.',
  until: (day: string) => `Puedes pedirla aquí hasta el ${day}.`,
  goBack: 'Volver al enlace de pago',

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
    formaPago: 'El SAT lo pide, y tu pago no lo dice.',
    email: 'Para enviarte la factura cuando esté lista.',
  },
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
    email: 'Escribe tu correo.',
  },
  faults: {
    rfc_malformed: 'Esto no es un RFC. Lleva 13 caracteres si eres persona física y 12 si es una empresa.',
    rfc_foreigner: 'Aquí no se piden facturas para residentes en el extranjero. Pídela directamente a quien te cobró.',
    name_too_long: 'El nombre lleva 300 caracteres como máximo.',
    name_has_bar: 'El nombre no puede llevar una barra vertical ( | ).',
    name_has_control_character: 'El nombre trae un salto de línea o un carácter que no se ve. Escríbelo otra vez.',
    zip_malformed: 'El código postal son cinco números.',
    zip_unknown: 'Ese código postal no existe.',
    regime_unknown: 'Elige un régimen de la lista.',
    regime_not_of_kind:
      'Ese régimen no es para el tipo de persona de tu RFC: con 13 caracteres es física, con 12 es moral.',
    regime_not_of_general_public: 'Con el RFC genérico, el régimen es 616, Sin obligaciones fiscales.',
    use_unknown: 'Elige un uso de la lista.',
    use_not_for_income: 'Ese uso no es para una compra. Elige otro de la lista.',
    use_not_of_kind: 'Ese uso no es para el tipo de persona de tu RFC: con 13 caracteres es física, con 12 es moral.',
    use_not_of_regime: 'Ese uso no se puede elegir con tu régimen fiscal. Elige otro.',
    use_not_of_general_public: 'Con el RFC genérico, el uso es S01, Sin efectos fiscales.',
    email_malformed: 'Escribe un correo completo, como nombre@ejemplo.com, o déjalo vacío.',
    forma_not_allowed: 'Elige una de las formas de pago de la lista.',
  },
  wrongCheckDigit: 'Revisa tu RFC: el dígito verificador no coincide. Si así está en tu constancia, puedes continuar.',

  refusedTitle: 'El SAT no aceptó tu factura',
  refused: {
    rfc: 'El SAT no tiene este RFC como activo. Revísalo en tu constancia.',
    name: 'El SAT tiene otro nombre para este RFC. Escríbelo letra por letra como en tu constancia, sin “SA de CV”.',
    zip: 'El SAT tiene otro código postal para este RFC. Escribe el de tu domicilio fiscal.',
    regimenFiscal: 'El SAT no tiene este régimen para este RFC. Elige el que dice tu constancia.',
    usoCfdi: 'El SAT no admite este uso con tu RFC y tu régimen. Elige otro.',
    formaPago: 'El SAT no admite esta forma de pago. Elige otra.',
  },
  refusedOtherwise: (merchant: string) =>
    `Revisa tus datos con esta respuesta y pídela otra vez; si vuelve a pasar, avisa a ${merchant}.`,
  theirWords: 'La respuesta:',

  notices: {
    tooOften: 'Hubo muchos intentos seguidos. Espera un minuto y pídela otra vez: lo que escribiste sigue aquí.',
    tooOftenToday:
      'La factura de este pago se pidió demasiadas veces hoy. Intenta otra vez mañana o pídela al comercio: lo que escribiste sigue aquí.',
    notAsked: 'No se pudo pedir la factura. Intenta otra vez en unos minutos: lo que escribiste sigue aquí.',
  },

  stamping: {
    title: 'Estamos timbrando tu factura…',
    text: 'Suele tardar unos segundos. Puedes cerrar esta página: tu factura aparecerá aquí mismo.',
    slow: 'Está tardando más de lo normal. No tienes que pedirla otra vez: en cuanto esté lista aparecerá aquí.',
    mailed: (address: string) => `También la enviaremos a ${address}.`,
    doubtful: 'El dígito verificador de tu RFC no coincide. Si el SAT no lo acepta, aquí podrás corregirlo.',
    refresh: 'Actualizar',
  },
  stamped: {
    title: 'Tu factura está lista',
    text: 'Guarda los dos archivos: el XML es el que vale ante el SAT, el PDF es para leerla.',
    test: 'Esta es de prueba: no vale ante el SAT.',
    pdf: 'Descargar PDF',
    xml: 'Descargar XML',
    receiver: 'A nombre de',
    total: 'Total',
    date: 'Timbrada',
    folio: 'Folio fiscal',
  },
  cancelPending: {
    title: 'Se pidió cancelar esta factura',
    text: (merchant: string) => `${merchant} pidió cancelarla. Mientras el SAT no lo confirme, sigue siendo válida.`,
  },
  cancelled: {
    title: 'Tu factura anterior fue cancelada',
    text: (folio: string) => `Ya no vale ante el SAT. Su folio fiscal era ${folio}.`,
  },

  notPaid: {
    title: 'Este enlace todavía no está pagado',
    text: 'La factura se pide después de pagar. Si ya pagaste, espera a que el pago se confirme.',
  },
  notInvoiceable: {
    title: 'Aquí no se puede pedir factura de este pago',
    text: (merchant: string) => `Si la necesitas, pídela directamente a ${merchant}.`,
  },
  refunded: {
    title: 'Este pago te fue devuelto',
    text: 'Por eso ya no se puede pedir su factura.',
  },
  tooLate: {
    title: 'Ya pasó el plazo para pedir tu factura aquí',
    text: (day: string, merchant: string) =>
      `Se podía pedir hasta el ${day}. Si todavía la necesitas, pide tu factura a ${merchant}.`,
  },

  noFile: {
    title: 'Aquí todavía no hay una factura',
    text: 'En la página de tu factura ves si ya está pedida, o puedes pedirla.',
  },
  filesAway: {
    title: 'Por ahora no podemos darte el archivo',
    text: 'Tu factura está timbrada y vale. Vuelve a intentar en unos minutos.',
  },
  misread: {
    title: 'No entendimos lo que envió tu navegador',
    text: 'Tu factura no se pidió. Vuelve a la página y escribe otra vez tus datos.',
  },
  broken: {
    title: 'Algo salió mal de nuestro lado',
    text: 'Antes de pedirla otra vez, vuelve a la página de tu factura: ahí ves si ya está pedida.',
  },
  backToInvoice: 'Ir a la página de tu factura',
}
