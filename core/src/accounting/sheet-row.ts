import type { PaymentMethod } from '../contract/fields.js'
import type { InvoiceStatus } from '../invoicing/invoice.js'
import type { MovementKind } from '../payments/money-movement.js'

/** One movement of money, with what an accountant looks up. Amounts in minor units; what went is negative. */
export interface SheetRow {
  kind: MovementKind
  /** The day to which it belongs. */
  at: string
  /** When it was learnt. A movement that belongs to a month that is over may be learnt later. */
  recordedAt: string
  currency: string
  grossCentavos: number
  baseCentavos: number
  ivaCentavos: number
  exemptCentavos: number
  feeCentavos: number
  provider: string
  /** The provider's id of the checkout; null: recorded by hand. */
  providerRef: string | null
  method: PaymentMethod | null
  /** Clave de rastreo of a SPEI transfer. */
  trackingKey: string | null
  paymentId: string
  /** As the receipt shows it. */
  folio: string
  linkId: string
  title: string
  customerName: string | null
  customerEmail: string | null
  /** The newest invoice that was stamped; null: none. */
  invoice: { uuid: string; status: InvoiceStatus } | null
}

export const netOf = ({ grossCentavos, feeCentavos }: Pick<SheetRow, 'grossCentavos' | 'feeCentavos'>): number =>
  grossCentavos + feeCentavos

/** A calendar month in the account's time zone, in one currency. */
export interface SheetPeriod {
  currency: string
  /** Its first moment, and that of the next month. */
  from: string
  to: string
  /** Without what was recorded later: a sheet that takes minutes to write has one state. */
  recordedUntil: string
}
