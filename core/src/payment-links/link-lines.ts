import { lineAmounts } from './link-total.js'
import type { ItemTax, PaymentLink } from './payment-link.js'

export interface LinkLine {
  name: string
  quantity: number
  amountCentavos: number
  /** As the merchant stated it; absent or null: the default. */
  tax?: ItemTax | null
}

/** A link's lines as the payer sees them: each at its stated price, plus the IVA that is added on top. */
export interface LinkLines {
  lines: LinkLine[]
  addedIvaCentavos: number
  /** The merchant stated it for every line. */
  includesIva: boolean
}

export function linkLines({ items }: Pick<PaymentLink, 'items'>): LinkLines {
  const amounts = items.map(lineAmounts)
  const lines = items.map(({ name, quantity, tax, isTaxStated }, index) => ({
    name,
    quantity,
    amountCentavos: amounts[index]?.netCentavos ?? 0,
    tax: isTaxStated ? tax : null,
  }))
  return {
    lines,
    addedIvaCentavos: amounts.reduce((sum, { addedIvaCentavos }) => sum + addedIvaCentavos, 0),
    includesIva: lines.every(({ tax }) => tax === 'iva_included'),
  }
}
