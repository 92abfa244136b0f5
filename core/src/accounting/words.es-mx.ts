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
  invoiceStates: {
    requested: '',
    stamping: '',
    failed: '',
    stamped: 'Vigente',
    cancel_pending: 'Cancelación en trámite',
    cancelled: 'Cancelada',
  } satisfies Record<InvoiceStatus, string>,
  byHand: 'Registrado a mano',
  test: 'PRUEBA',
  invoices: {
    /** Of the name of a file. */
    name: 'facturas',
    cancelled: 'CANCELADA',
    missing: 'FALTAN',
    about: 'Estos archivos no están en este ZIP. El resto del mes está completo.',
    again: 'Descarga el mes otra vez más tarde: los archivos que ya guardamos no se vuelven a pedir.',
    reasons: {
      provider: (message: string) => `el proveedor respondió: “${message}”`,
      disconnected: 'su proveedor de facturación ya no está conectado',
      not_asked: 'no alcanzó el tiempo para pedirlos, o el proveedor fallaba una y otra vez',
      changed: 'la factura cambió en ese momento',
    },
  },
}

export type SheetWords = typeof sheetEsMx
