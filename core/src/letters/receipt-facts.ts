import type { Account } from '../accounts/account.js'
import { invoiceDeadline } from '../invoicing/customer-deadline.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { Payment } from '../payments/payment.js'
import type { ReceiptFacts } from './letter.js'

/** A payment that has a receipt. */
export type PaidPayment = Payment & { paidAt: string }

/** A payment without money, or fully refunded, has no receipt. */
export const hasReceipt = (payment: Payment | undefined): payment is PaidPayment =>
  payment?.status === 'succeeded' && payment.paidAt !== null

export function paymentOnReceipt(payment: PaidPayment): Pick<ReceiptFacts, 'amountCentavos' | 'currency' | 'payment'> {
  const { id, paidAt, method, provider, amountCentavos, currency, amountRefunded } = payment
  return {
    amountCentavos,
    currency,
    payment: { id, paidAt, method, isManual: provider === 'manual', amountRefundedCentavos: amountRefunded },
  }
}

/** For the payment that paid an invoiceable link, while its customer may still request the invoice. */
export function invoicingOnReceipt(
  { invoiceDaysAfterMonth }: Account,
  { invoiceable, paidPaymentId }: PaymentLink,
  payment: PaidPayment,
  { url, now }: { url: string; now: Date },
): ReceiptFacts['invoicing'] {
  const deadline = invoiceDeadline(payment.paidAt, invoiceDaysAfterMonth)
  const isOpen = invoiceable && paidPaymentId === payment.id && now < deadline
  return isOpen ? { url, deadline } : null
}
