import type { InvoiceStatus } from '../invoicing/invoice.js'
import type { MovementKind } from '../payments/money-movement.js'

export const sheetEsMx = {
  heads: {
    day: 'Fecha',
    hour: 'Hora',
    kind: 'Movimiento',
    title: 'Concepto',
    customer: 'Cliente',
    email: 'Correo',
    currency: 'Moneda',
    base: 'Base',
    iva: 'IVA',
    exempt: 'Exento',
    gross: 'Total',
    fee: 'Comisión',
    net: 'Neto',
    method: 'Forma de pago',
    provider: 'Por',
    reference: 'Referencia del proveedor',
    trackingKey: 'Clave de rastreo',
    folio: 'Folio',
    uuid: 'Folio fiscal',
    invoice: 'Factura',
    payment: 'Pago',
    link: 'Enlace',
    recorded: 'Registrado',
  },
  kinds: {
    payment: 'Cobro',
    refund: 'Devolución',
    fee: 'Comisión',
    cancellation: 'Cancelación',
  } satisfies Record<MovementKind, string>,
  invoices: {
    requested: '',
    stamping: '',
    failed: '',
    stamped: 'Vigente',
    cancel_pending: 'Cancelación en trámite',
    cancelled: 'Cancelada',
  } satisfies Record<InvoiceStatus, string>,
  byHand: 'Registrado a mano',
  test: 'PRUEBA',
}

export type SheetWords = typeof sheetEsMx
