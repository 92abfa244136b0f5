import type { FoundThing } from '../../overview/search-everything.js'

type Kind = FoundThing['kind']

const KINDS: Record<Kind, string> = { link: 'Ese enlace', payment: 'Ese pago', invoice: 'Esa factura' }

export const searchEsMX = {
  title: 'Buscar',
  results: (text: string) => `Resultados de “${text}”`,
  ask: '¿Qué buscas?',
  askText:
    'Un nombre, un correo, un monto, un título, un RFC, un folio, o el número que da tu proveedor: busca en enlaces, pagos, facturas y clientes.',
  askOwnText: 'Un nombre, un correo, un monto o un título: busca en tus enlaces.',
  exact: { link: 'Es este enlace', payment: 'Es este pago', invoice: 'Es esta factura' } satisfies Record<Kind, string>,
  /** `isLive`: where it is. */
  elsewhere: (kind: Kind, isLive: boolean): string =>
    `${KINDS[kind]} no está aquí: es ${isLive ? 'de cobros reales' : 'del modo de prueba'}.`,
  openElsewhere: (isLive: boolean): string => (isLive ? 'Abrir en cobros reales' : 'Abrir en modo de prueba'),
  request: 'Si es el número de una petición a la API, mira qué pasó con ella.',
  openRequest: 'Ver la petición',
  groups: { links: 'Enlaces', payments: 'Pagos', invoices: 'Facturas', customers: 'Clientes' },
  seeAll: { links: 'Ver todos', payments: 'Ver todos', invoices: 'Ver todas' },
  seeAllOf: (group: string) => `en ${group}`,
  notYet: 'Nada entre lo más reciente. En la lista la búsqueda sigue con lo anterior.',
  customersAre: 'Según sus enlaces, pagos y facturas más recientes.',
  none: (text: string) => `Nada coincide con “${text}”.`,
  noneText: 'Buscamos en los enlaces, pagos y facturas de este modo. Revisa cómo está escrito, o usa menos palabras.',
  noneOwnText: 'Buscamos en tus enlaces de este modo. Revisa cómo está escrito, o usa menos palabras.',
  noName: 'Sin nombre',
  folio: (folio: string) => `Folio ${folio}`,
  columns: {
    receiver: 'Receptor',
    status: 'Estado',
    asked: 'Pedida',
    amount: 'Monto',
    customer: 'Cliente',
    lists: 'Lo suyo',
    lastSeen: 'Última vez',
  },
}

export type SearchWords = typeof searchEsMX
