import type { StampInput } from '@paylink/plugin-api'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { Payment } from '../payments/payment.js'
import { invoiceLines } from './invoice-lines.js'
import type { Invoice } from './invoice.js'

/** What the provider is asked for. The key is the invoice's own id: a repeat is known to be one (I37). */
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
