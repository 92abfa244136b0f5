import type { PaymentLink } from '../payment-links/payment-link.js'
import type { Payment } from './payment.js'

type Stated = 'id' | 'connectionId' | 'provider' | 'providerRef' | 'status' | 'createdAt'

/** A payment of the link: what the link determines, what is stated, and nothing else yet. */
export const newPayment = (link: PaymentLink, stated: Pick<Payment, Stated> & Partial<Payment>): Payment => ({
  accountId: link.accountId,
  livemode: link.livemode,
  linkId: link.id,
  amountCentavos: link.amountCentavos,
  currency: link.currency,
  customerEmail: link.customerEmail,
  customerName: link.customerName,
  metadata: link.metadata,
  amountRefunded: 0,
  feeCentavos: null,
  method: null,
  methodDetail: null,
  paidAt: null,
  note: null,
  hasReference: false,
  checkoutRequest: null,
  redirectUrl: null,
  checkoutExpiresAt: null,
  voucher: null,
  reconcileAfter: null,
  askedAt: null,
  reconcileError: null,
  reconcileAttempts: 0,
  verifyingToken: null,
  verifyingUntil: null,
  unknownSince: null,
  searchedInVainAt: null,
  reviewReason: null,
  reviewSince: null,
  reviewDecidedAt: null,
  releasedAt: null,
  ...stated,
})
