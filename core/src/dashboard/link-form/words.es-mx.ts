import type { Expiry } from './typed-link.js'

export interface LinkFormWords {
  newTitle: string
  back: string
  whatFor: string
  title: string
  titleHint: string
  howMuch: string
  included: string
  split: string
  merge: string
  item: string
  quantity: string
  unitPrice: string
  taxes: Record<'iva_included' | 'iva_added' | 'exempt', string>
  tax: string
  satCode: (codes: string) => string
  satProduct: string
  satUnit: string
  remove: string
  removeItem: (index: number) => string
  addItem: string
  countOf: (count: number, max: number) => string
  sum: { items: string; added: string; included: string; total: string; update: string }
  customer: string
  customerHint: string
  noCustomer: string
  name: string
  email: string
  expiry: string
  expiries: Record<Expiry, string>
  noExpiry: string
  day: string
  hour: string
  lastStart: (time: string) => string
  ways: string
  waysHint: string
  noWay: string
  connect: string
  up: string
  down: string
  moveUp: (name: string) => string
  moveDown: (name: string) => string
  invoice: string
  invoiceable: string
  invoiceHint: string
  issuedBy: (issuer: string) => string
  canRequest: string
  cannotRequest: string
  invoiceNotReady: string
  more: string
  nothing: string
  description: string
  descriptionHint: string
  optional: string
  data: string
  dataHint: string
  dataCount: (count: number) => string
  dataName: (index: number) => string
  dataValue: (index: number) => string
  addData: string
  create: string
  createFor: (amount: string) => string
  creating: string
  priceMissing: string
  cancel: string
  preview: string
  previewUpdate: string
  previewEmpty: string
  previewAuto: string
  previewStale: string
  refused: (count: number) => string
  again: string
  againText: string
  faults: LinkFaultWords
}

/** What is wrong with a field, and how to correct it. */
export interface LinkFaultWords {
  title: string
  itemName: string
  quantity: string
  priceMissing: string
  priceMalformed: string
  price: string
  satProductCode: string
  satUnitCode: string
  tax: string
  items: string
  tooLittle: (amount: string) => string
  tooMuch: (amount: string) => string
  customerName: string
  customerEmail: string
  expiryMissing: string
  expiryMalformed: string
  expiryPast: string
  providers: string
  noConnection: string
  invoiceable: string
  currency: string
  description: string
  metadataKey: string
  metadataRepeated: string
  metadataValue: string
  metadata: string
  other: string
}

export const esMx: LinkFormWords = {
  newTitle: 'Enlace nuevo',
  back: 'Enlaces',
  whatFor: '¿Qué cobras?',
  title: 'Título',
  titleHint: 'Lo ve tu cliente, arriba del monto.',
  howMuch: '¿Cuánto?',
  included: 'IVA incluido.',
  split: 'Desglosar en varios conceptos',
  merge: 'Un solo monto',
  item: 'Concepto',
  quantity: 'Cantidad',
  unitPrice: 'Precio c/u',
  taxes: { iva_included: 'IVA incluido', iva_added: '+ IVA 16 %', exempt: 'Exento' },
  tax: 'IVA',
  satCode: (codes) => (codes === '' ? 'Clave del SAT' : `Clave del SAT ${codes}`),
  satProduct: 'Clave del SAT',
  satUnit: 'Unidad',
  remove: 'Quitar',
  removeItem: (index) => `Quitar el concepto ${index}`,
  addItem: 'Agregar concepto',
  countOf: (count, max) => `${count} de ${max}`,
  sum: {
    items: 'Conceptos',
    added: 'IVA 16 % aparte',
    included: 'IVA que ya iba incluido',
    total: 'Total',
    update: 'Calcular total',
  },
  customer: 'Para quién',
  customerHint: 'Opcional. Su correo aparece ya escrito al pagar.',
  noCustomer: 'Sin cliente',
  name: 'Nombre',
  email: 'Correo',
  expiry: 'Hasta cuándo',
  expiries: { none: 'Sin fecha', today: 'Hoy', 3: '3 días', 7: '7 días', pick: 'Elegir' },
  noExpiry: 'Sin fecha',
  day: 'Día',
  hour: 'Hora',
  lastStart: (time) => `El último pago puede empezar ${time}: 30 minutos antes de que venza.`,
  ways: 'Cómo te pagan',
  waysHint: 'En este orden lo ve tu cliente. Sin elegir ninguno se ofrecen todos los que tengas conectados.',
  noWay: 'Todavía no tienes una forma de cobro.',
  connect: 'Conecta una forma de cobro',
  up: 'Subir',
  down: 'Bajar',
  moveUp: (name) => `Subir ${name}`,
  moveDown: (name) => `Bajar ${name}`,
  invoice: 'Factura',
  invoiceable: 'Tu cliente puede pedir factura',
  invoiceHint: 'La pide en su página después de pagar. Cada concepto necesita su clave del SAT.',
  issuedBy: (issuer) => `Se timbra a nombre de ${issuer}.`,
  canRequest: 'La puede pedir',
  cannotRequest: 'No la puede pedir',
  invoiceNotReady: 'Para ofrecer factura, primero prepara la facturación en Ajustes.',
  more: 'Descripción y datos internos',
  nothing: 'Nada',
  description: 'Descripción',
  descriptionHint: 'La ve tu cliente, debajo del monto.',
  optional: 'opcional',
  data: 'Datos internos',
  dataHint: 'Solo los ves tú, y van en los avisos a tus sistemas.',
  dataCount: (count) => (count === 1 ? '1 dato' : `${count} datos`),
  dataName: (index) => `Nombre del dato ${index}`,
  dataValue: (index) => `Valor del dato ${index}`,
  addData: 'Agregar dato',
  create: 'Crear enlace',
  createFor: (amount) => `Crear enlace por ${amount}`,
  creating: 'Creando enlace…',
  priceMissing: 'falta un precio',
  cancel: 'Cancelar',
  preview: 'Así lo ve tu cliente',
  previewUpdate: 'Actualizar vista previa',
  previewEmpty: 'En cuanto escribas qué cobras y cuánto, aquí ves la página que recibe.',
  previewAuto: 'Se actualiza mientras escribes.',
  previewStale: 'Muestra lo último que entendimos: falta corregir un dato.',
  refused: (count) =>
    count === 1 ? 'El enlace no se creó. Revisa un dato:' : `El enlace no se creó. Revisa ${count} datos:`,
  again: 'Con este formulario ya habías creado un enlace.',
  againText:
    'Lo encuentras en Enlaces. Si lo que ves aquí es otro cobro, vuelve a presionar el botón y se crea uno más.',
  faults: {
    title: 'Escribe qué cobras, en 200 letras o menos.',
    itemName: 'Escribe el concepto, en 200 letras o menos.',
    quantity: 'La cantidad es un número entero de 1 a 999.',
    priceMissing: 'Escribe cuánto.',
    priceMalformed: 'Escribe solo el número, como 18 o 18.50.',
    price: 'El precio va de $0.01 a $9,999,999.99.',
    satProductCode: 'Elige una clave de 8 dígitos: este enlace es facturable.',
    satUnitCode: 'Elige una unidad, como E48 o H87: este enlace es facturable.',
    tax: 'Elige cómo lleva el IVA.',
    items: 'Revisa los conceptos y el total.',
    tooLittle: (amount) => `El total es muy bajo: lo mínimo que puedes cobrar son ${amount}.`,
    tooMuch: (amount) => `El total es muy alto: lo máximo que puedes cobrar son ${amount}.`,
    customerName: 'El nombre lleva 200 letras o menos.',
    customerEmail: 'Escribe un correo completo, como ana@ejemplo.com.',
    expiryMissing: 'Elige el día en que vence.',
    expiryMalformed: 'Escribe el día y la hora, como 26/11/2026 y 20:00.',
    expiryPast: 'Elige una fecha que no haya pasado.',
    providers: 'Elige formas de cobro que estén conectadas.',
    noConnection: 'Ninguna forma de cobro elegida está conectada y activa. Conecta una en Ajustes.',
    invoiceable: 'Para ofrecer factura el enlace va en pesos y la facturación debe estar lista en Ajustes.',
    currency: 'Ninguna forma de cobro conectada acepta esta moneda.',
    description: 'La descripción lleva 2,000 letras o menos.',
    metadataKey: 'Ponle nombre al dato, en 40 letras o menos.',
    metadataRepeated: 'Ya hay un dato con este nombre.',
    metadataValue: 'El dato lleva 500 letras o menos.',
    metadata: 'Son 50 datos internos como máximo.',
    other: 'Revisa este dato.',
  },
}
