import { amountsOf, centavosText } from './amounts.js'
import type { InvoiceFacts } from './invoice-facts.js'
import { statusAt } from './derived-status.js'
import { PROVIDER } from './taxpayers.js'

/** An invoice as Facturapi's API returns it. */
export function invoiceObject(facts: InvoiceFacts, now: Date): object {
  const { placed } = facts
  const { receiver } = placed
  const { status, cancellationStatus, canceledAt } = statusAt(facts, now)
  const isStamped = status === 'valid' || status === 'canceled'
  return {
    id: placed.id,
    created_at: placed.createdAt,
    livemode: false,
    organization: placed.organizationId,
    status,
    cancellation_status: cancellationStatus,
    ...(canceledAt && { canceled_at: canceledAt }),
    date: placed.createdAt,
    type: 'I',
    payment_form: placed.paymentForm,
    payment_method: 'PUE',
    use: placed.use,
    currency: placed.currency,
    exchange: Number(placed.exchange),
    customer: {
      legal_name: receiver.name,
      tax_id: receiver.rfc,
      tax_system: receiver.regime,
      address: { zip: receiver.zip, country: 'MEX' },
    },
    total: Number(centavosText(amountsOf(placed.lines).total)),
    items: placed.lines.map((line) => ({
      quantity: Number(line.quantity),
      discount: 0,
      product: {
        description: line.description,
        product_key: line.productKey,
        unit_key: line.unitKey,
        price: Number(line.price),
        tax_included: false,
        taxability: '02',
      },
    })),
    external_id: placed.externalId,
    idempotency_key: placed.idempotencyKey,
    ...(isStamped && {
      uuid: placed.uuid,
      stamp: { date: placed.stampedAt, sat_cert_number: PROVIDER.number },
    }),
  }
}
