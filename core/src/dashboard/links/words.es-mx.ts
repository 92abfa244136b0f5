import type { ItemTax, LinkStatus } from '../../payment-links/payment-link.js'

/** The list of links. */
const list = {
  title: 'Enlaces',
  create: 'Crear enlace',
  createFirst: 'Crear tu primer enlace',
  tabs: {
    all: 'Todos',
    active: 'Activos',
    processing: 'Pago en curso',
    paid: 'Pagados',
    expired: 'Vencidos',
    disabled: 'Desactivados',
  } satisfies Record<LinkStatus | 'all', string>,
  status: 'Estado',
  allStatuses: 'Estado: todos',
  search: 'Título, cliente, correo, monto o dato interno',
  date: 'Fecha de creación',
  by: 'Creado por',
  creators: {
    any: 'Creado por: todos',
    me: 'Creado por mí',
    dashboard: 'En el panel',
    api: 'Por API',
    mcp: 'Por un agente',
  },
  provider: 'Forma de cobro',
  anyProvider: 'Forma de cobro: todas',
  columns: { link: 'Enlace', status: 'Estado', expires: 'Vence', created: 'Creado', amount: 'Monto', act: 'Acción' },
  noCustomer: 'Sin cliente',
  duplicate: 'Duplicar',
  empty: 'Todavía no tienes enlaces',
  emptyText:
    'Un enlace pide un monto fijo. Lo mandas por WhatsApp o correo, tu cliente paga con tarjeta, en tienda o por SPEI, y tú lo ves aquí.',
  noMatch: 'Ningún enlace coincide',
  noMatchText: (filters: string) => `Buscamos con estos filtros: ${filters}. Quita uno o busca otra palabra.`,
  noneHere: 'Hasta aquí ninguno coincide',
  noneHereText: 'La búsqueda sigue con los más antiguos.',
  channels: { dashboard: 'Panel', api: 'API', mcp: 'Agente' },
  system: 'PayLink',
  operator: 'Quien instaló PayLink',
}

/** One link. */
const one = {
  edit: 'Editar',
  markPaid: 'Marcar como pagado',
  duplicate: 'Duplicar',
  byMail: 'Mandar por correo',
  disable: 'Desactivar',
  created: 'Tu enlace está listo. Ya se puede pagar.',
  createdText: 'Mándalo ahora; aquí verás cuando lo abra y cuando pague.',
  done: {
    disabled: 'El enlace está desactivado. Nadie puede pagarlo.',
    paid: 'Quedó marcado como pagado.',
    edited: 'Los cambios están guardados.',
    released: 'El enlace está libre otra vez. Seguimos vigilando el pago que estaba abierto.',
    closed: 'El pago abierto se cerró. El enlace se puede pagar otra vez.',
  },
  forWhom: (name: string) => `Para ${name}.`,
  expires: (by: string, lastStart: string) => `Vence ${by}; hasta ${lastStart} se puede empezar a pagar.`,
  noExpiry: 'No tiene fecha de vencimiento.',
  expired: (by: string) => `Venció ${by}.`,
  wasDisabled: 'Nadie puede pagarlo. Si hace falta, duplícalo.',
  inProgress: 'Hay un pago en curso.',
  inProgressText: 'Espera a que termine, o desactiva el enlace.',
  inProgressWait: 'Espera a que termine.',
  seeReview: 'Revisar el pago',
  declined: (by: string) => `El último intento no salió, ${by}.`,
  declinedText: (reason: string) => `${reason}. No se cobró nada y el enlace sigue activo: puede intentar otra vez.`,
  paidBy: (name: string, by: string) => `Lo pagó ${name} ${by}.`,
  paidOn: (by: string) => `Se pagó ${by}.`,
  arrived: 'El dinero llegó completo.',
  came: (amount: string) => `Llegaron ${amount}.`,
  refunded: (amount: string) => `Se devolvieron ${amount}.`,
  arrivedBy: (provider: string) => `${provider} lo confirmó.`,
  notRefunded: 'No se ha devuelto nada.',
  recorded: 'Se registró a mano.',
  seePayment: 'Ver el pago',
  receipt: 'Recibo en PDF',
  history: 'Historia',
  historyCut: 'Aquí están los movimientos más recientes.',
  breakdown: 'Desglose',
  times: (name: string, quantity: number) => (quantity === 1 ? name : `${name} × ${quantity}`),
  taxes: { iva_included: 'IVA incluido', iva_added: 'IVA aparte', exempt: 'Exento' } satisfies Record<ItemTax, string>,
  ivaIncluded: (percent: number) => `IVA ${percent} %, incluido en el precio`,
  ivaAdded: (percent: number) => `IVA ${percent} %, aparte del precio`,
  total: 'Total',
  facts: 'Datos',
  customer: 'Cliente',
  mail: 'Correo',
  ways: 'Se paga con',
  anyWay: 'Todas tus formas de cobro',
  description: 'Descripción',
  invoice: 'Factura',
  canRequest: 'La puede pedir',
  cannotRequest: 'No la puede pedir',
  createdFact: 'Creado',
  id: 'Id',
}

/** The panel that leads the link to the customer. */
const share = {
  heading: 'Compartir',
  address: 'Dirección del enlace',
  whatsApp: 'WhatsApp',
  mail: 'Correo',
  print: 'Imprimir QR',
  hint: 'El mensaje de WhatsApp ya lleva el nombre, el monto y el enlace; lo lees antes de mandarlo.',
  openWhatsApp: 'Abrir WhatsApp',
  message: (parts: {
    name: string | null
    title: string
    amount: string
    url: string
    expires: string | null
    business: string
  }) =>
    [
      `${parts.name === null ? 'Hola.' : `Hola, ${parts.name}.`} Aquí puedes pagar “${parts.title}” por ${parts.amount}: ${parts.url}`,
      parts.expires === null ? '' : `Vence ${parts.expires}.`,
      parts.business,
    ]
      .filter(Boolean)
      .join('\n'),
  qr: 'Código QR del enlace',
  qrTitle: 'QR para imprimir',
  qrText: 'Quien lo escanea llega a la página de pago.',
  qrPrint: 'Para imprimirlo: Ctrl + P, o el menú de tu teléfono.',
  downloadPng: 'Bajar PNG',
  downloadSvg: 'Bajar SVG',
  fileName: (name: string, livemode: boolean) => `${livemode ? '' : 'PRUEBA-'}QR-${name}`,
  testPaper: 'Modo de prueba. Ningún cobro es real.',
}

const mail = {
  title: 'Mandar por correo',
  to: 'Para',
  hint: (merchant: string) => `Sale a nombre de ${merchant}, una sola vez; si pregunta, te responde a ti.`,
  simulated: 'En modo de prueba no sale nada: solo se simula.',
  send: 'Mandar correo',
  sending: 'Mandando…',
  preview: 'Así le llega el correo',
  cancel: 'Cancelar',
  queued: (to: string) => `El correo para ${to} está en cola.`,
  queuedText: 'Abajo ves cuando sale y cuando llega.',
  wait: (seconds: number) => `Ya mandaste tres en un minuto. Espera ${seconds} s.`,
  unavailable:
    'No hay servidor de correo configurado, así que los correos reales no salen. Manda el enlace por WhatsApp.',
  badAddress: 'Escribe un correo completo, como ana@ejemplo.com.',
  suppressed: 'A este correo ya no le escribimos: rebotó, se dio de baja o nos marcó como no deseado.',
  refused: 'El correo no salió.',
  sent: 'Correos de este enlace',
  none: 'Todavía no sale ninguno.',
  opened: (time: string) => `Lo abrió ${time}.`,
  clicked: (time: string) => `Abrió el enlace ${time}.`,
}

const disable = {
  question: (title: string) => `¿Desactivar “${title}”?`,
  text: 'Nadie podrá pagarlo desde este momento. No se devuelve dinero: de este enlace no ha llegado ninguno.',
  openText: 'Hay un pago abierto: primero lo cerramos con el proveedor.',
  final: 'No se puede volver a activar; puedes duplicarlo.',
  keep: 'Dejarlo activo',
  confirm: 'Desactivar enlace',
  busy: 'Desactivando…',
  away: 'No pudimos preguntarle al proveedor, así que el enlace sigue activo. Intenta otra vez en un momento.',
  refused: 'El proveedor no cierra el pago abierto, así que el enlace no se desactivó.',
  refusedText: 'Puede ser una ficha ya impresa, o alguien que está pagando en este momento.',
  release: 'Liberar el enlace',
}

const release = {
  question: (title: string) => `¿Liberar “${title}”?`,
  text: 'El enlace se podrá pagar otra vez aunque el pago de antes siga abierto. Si ese pago llega después, lo verás en Por revisar. No se devuelve dinero.',
  asked: 'Primero le pedimos al proveedor que lo cierre; solo si se niega, se libera.',
  why: '¿Por qué?',
  whyHint: 'Queda en la bitácora.',
  whyMissing: 'Escribe el motivo, en 1,000 letras o menos.',
  keep: 'Dejarlo como está',
  confirm: 'Liberar enlace',
  busy: 'Liberando…',
  nothingOpen: 'Ya no hay un pago abierto.',
  busyNow: 'Estamos confirmando ese pago en este momento. Intenta otra vez en un minuto.',
}

const paid = {
  title: 'Marcar como pagado',
  about: 'Para dinero que recibiste fuera de PayLink. El enlace queda pagado y nadie más podrá pagarlo.',
  how: '¿Cómo te pagaron?',
  methods: {
    spei_transfer: 'Transferencia (SPEI)',
    retail_cash: 'Efectivo',
    card: 'Tarjeta, en tu terminal',
    other: 'Otra forma',
  },
  when: '¿Cuándo?',
  whenHint: 'No puede ser después de hoy.',
  hour: 'Hora',
  note: 'Nota',
  noteHint: 'Solo la ves tú. Hasta 1,000 caracteres.',
  proof: 'Comprobante',
  proofHint: 'PNG, JPEG, WebP o PDF de hasta 700 KB. También puedes arrastrarlo o pegarlo.',
  confirm: 'Marcar como pagado',
  busy: 'Marcando…',
  cancel: 'Cancelar',
  refused: (count: number) => (count === 1 ? 'No se marcó. Revisa un dato:' : `No se marcó. Revisa ${count} datos:`),
  faults: {
    method: 'Elige cómo te pagaron.',
    when: 'Escribe el día y la hora, como 26/11/2026 y 20:00.',
    future: 'Elige un momento que ya pasó.',
    note: 'La nota lleva 1,000 caracteres o menos.',
    file: (what: string) => `Este archivo no se puede guardar: ${what}. Toma una captura de pantalla y sube esa.`,
    fileType: (type: string) => `es ${type}`,
    fileSize: (size: string) => `pesa ${size}, más de 700 KB`,
    fileBroken: 'no está completo',
  },
  inProgress: 'Hay un pago en curso. Espera a que termine, o desactiva el enlace.',
}

const edit = {
  title: 'Editar enlace',
  amountFixed: 'El monto no se cambia. Duplica el enlace si era otro.',
  save: 'Guardar',
  saving: 'Guardando…',
  discard: 'Descartar',
  refused: (count: number) => (count === 1 ? 'No se guardó. Revisa un dato:' : `No se guardó. Revisa ${count} datos:`),
  stale: 'Alguien cambió este enlace mientras lo editabas.',
  staleText: 'Lo que escribiste sigue aquí. Revísalo: al guardar se queda como lo ves.',
}

export const linksEsMX = { list, one, share, mail, disable, release, paid, edit }

export type LinkWords = typeof linksEsMX
