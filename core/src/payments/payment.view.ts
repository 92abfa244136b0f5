import type { EmailAddress, Metadata, PaymentMethod, PaymentProviderId, Timestamp } from '../contract/fields.js'
import type { Payment } from './payment.js'

/** One checkout attempt, or money that the merchant recorded. Only `succeeded` confirms funds. */
export interface PaymentView {
  object: 'payment'
  id: string
  linkId: string
  livemode: boolean
  /**
   * `pending`: nothing charged yet. `succeeded`: the money is there. `failed`, `canceled`: no charge. `refunded`:
   * returned to the customer.
   */
  status: 'pending' | 'succeeded' | 'failed' | 'refunded' | 'canceled'
  provider: PaymentProviderId
  /** The provider's id; `creating:<payment id>` while creation is in flight; `manual:<uuid>` for manual payments. */
  providerRef: string
  /** Null until it is known. */
  method: PaymentMethod | null
  /**
   * Minor units.
   *
   * @isInt
   * @minimum 1
   * @maximum 2147483647
   */
  amountCentavos: number
  /** @pattern ^[A-Z]{3}$ */
  currency: string
  customerEmail: EmailAddress | null
  customerName: string | null
  paidAt: Timestamp | null
  createdAt: Timestamp
  /** The merchant's note on a manual payment. */
  note: string | null
  /** A receipt is available at the reference endpoint. */
  hasReference: boolean
  /** When a pending payment is next verified with the provider. */
  reconcileAfter: Timestamp | null
  /** Why the last verification was deferred. */
  reconcileError: string | null
  /** Copied from the link. */
  metadata: Metadata
}

export function toPaymentView(payment: Payment): PaymentView {
  return {
    object: 'payment',
    id: payment.id,
    linkId: payment.linkId,
    livemode: payment.livemode,
    status: payment.status,
    provider: payment.provider,
    providerRef: payment.providerRef,
    method: payment.method,
    amountCentavos: payment.amountCentavos,
    currency: payment.currency,
    customerEmail: payment.customerEmail,
    customerName: payment.customerName,
    paidAt: payment.paidAt,
    createdAt: payment.createdAt,
    note: payment.note,
    hasReference: payment.hasReference,
    reconcileAfter: payment.status === 'pending' ? payment.reconcileAfter : null,
    reconcileError: payment.reconcileError,
    metadata: payment.metadata,
  }
}
