import type { InvoiceLine, StampInput } from '@paylink/plugin-api'

/** In one go: what is not would need a receipt for each later payment. */
const PAID_AT_ONCE = 'PUE'
/** Subject to tax, and the tax is broken down (`c_ObjetoImp`). */
const TAXED = '02'

/** What Facturapi is to stamp. The customer's address for mail is not told: an invoice is mailed only when core asks for it. */
export function invoiceRequest(input: StampInput): Record<string, unknown> {
  const { receiver } = input
  return {
    type: 'I',
    payment_method: PAID_AT_ONCE,
    payment_form: input.formaPago,
    use: receiver.usoCfdi,
    currency: input.currency,
    external_id: input.invoiceId,
    idempotency_key: input.idempotencyKey,
    customer: {
      legal_name: receiver.name,
      tax_id: receiver.rfc,
      tax_system: receiver.regimenFiscal,
      address: { zip: receiver.zip, country: 'MEX' },
    },
    items: input.lines.map(item),
  }
}

function item(line: InvoiceLine): object {
  return {
    quantity: line.quantity,
    product: {
      description: line.description,
      product_key: line.productKey,
      unit_key: line.unitKey,
      price: units(line.unitPriceMicros),
      tax_included: false,
      taxability: TAXED,
      taxes: [tax(line)],
    },
  }
}

function tax({ tax }: InvoiceLine): object {
  if (tax.kind === 'exempt') return { type: 'IVA', factor: 'Exento', rate: 0 }
  const base = tax.baseMicros === undefined ? {} : { base: units(tax.baseMicros) }
  return { type: 'IVA', factor: 'Tasa', rate: tax.ratePercent / 100, ...base }
}

/** Prints as the decimal it stands for, to the last millionth, up to four thousand million units. */
const units = (micros: number): number => micros / 1_000_000
