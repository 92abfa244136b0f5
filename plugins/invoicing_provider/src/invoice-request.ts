import type { InvoiceLine, StampInput } from '@paylink/plugin-api'

/** Paid in full; anything else would need a payment receipt for each instalment. */
const PAID_AT_ONCE = 'PUE'
/** Taxable, with the tax itemised (`c_ObjetoImp`). */
const TAXED = '02'

/** The stamp request. Without the customer's email address, so that Facturapi mails an invoice only when core asks for it. */
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

/** A double that prints exactly to six decimals, up to four thousand million. */
const units = (micros: number): number => micros / 1_000_000
