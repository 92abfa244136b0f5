import type { InvoiceKind } from '../../invoicing/read-invoice-list.js'

export interface InvoiceListWords {
  title: string
  caption: string
  kinds: Record<InvoiceKind | 'all', string>
  search: string
  month: string
  anyMonth: string
  heads: { receiver: string; status: string; asked: string; total: string; files: string }
  folio: (folio: string) => string
  waiting: (reason: string) => string
  nextStep: string
  rejected: (reason: string) => string
  /** To those who may. */
  correct: string
  cancelling: string
  download: (format: 'PDF' | 'XML', receiver: string) => string
  empty: { title: string; text: string; setUp: string }
  /** `notYet`: older ones were not looked at yet. */
  noMatch: { title: string; text: (filters: string) => string; notYet: string; all: string }
}

export const esMx: InvoiceListWords = {
  title: 'Facturas',
  caption: 'Facturas, de la más reciente a la más antigua',
  kinds: {
    all: 'Todas',
    waiting: 'En espera',
    stamped: 'Timbradas',
    rejected: 'Rechazadas',
    cancelled: 'Canceladas',
  },
  search: 'RFC, nombre, correo o folio fiscal',
  month: 'Pedidas en',
  anyMonth: 'Cualquier mes',
  heads: { receiver: 'Receptor', status: 'Estado', asked: 'Pedida', total: 'Total', files: 'Archivos' },
  folio: (folio) => `Folio ${folio}`,
  waiting: (reason) => `${reason}. Se vuelve a intentar sola.`,
  nextStep: 'Se timbra sola en un momento.',
  rejected: (reason) => `El SAT o tu proveedor dice: ${reason}.`,
  correct: 'Ábrela para corregirla.',
  cancelling: 'Espera la respuesta del receptor ante el SAT.',
  download: (format, receiver) => `${format} de ${receiver}`,
  empty: {
    title: 'Todavía no hay facturas',
    text: 'Tus clientes pueden pedir factura de los enlaces facturables, después de pagar. Aquí verás cada una y por qué espera.',
    setUp: 'Preparar la facturación',
  },
  noMatch: {
    title: 'Ninguna factura coincide',
    text: (filters) => `Se ocultan por: ${filters}.`,
    notYet: 'Buscamos en las más recientes. Puede haber otras más antiguas.',
    all: 'Ver todas',
  },
}
