import type { StampInput } from '@paylink/plugin-api'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { Payment } from '../payments/payment.js'
import { invoiceLines } from './invoice-lines.js'
import type { Invoice } from './invoice.js'

/** The request to the provider. Its idempotency key is the invoice's id, so that a repeat is recognised (I37). */
export function toStampInput({ id, receiver, formaPago }: Invoice, link: PaymentLink, payment: Payment): StampInput {
  const { rfc, name, zip, regimenFiscal, usoCfdi } = receiver
  return {
    invoiceId: id,
    idempotencyKey: id,
    receiver: { rfc, name, zip, regimenFiscal, usoCfdi },
    lines: invoiceLines(link.items),
    currency: payment.currency,
    totalCentavos: payment.amountCentavos,
    formaPago,
  }
}
