import { lineAmounts } from './link-total.js'
import type { PaymentLink } from './payment-link.js'

export interface LinkLine {
  name: string
  quantity: number
  amountCentavos: number
}

/** What a link is made of, as a payer is shown it: each line at its stated price, and the IVA that comes on top. */
export interface LinkLines {
  lines: LinkLine[]
  addedIvaCentavos: number
  includesIva: boolean
}

export function linkLines({ items }: Pick<PaymentLink, 'items'>): LinkLines {
  const amounts = items.map(lineAmounts)
  return {
    lines: items.map(({ name, quantity }, index) => ({
      name,
      quantity,
      amountCentavos: amounts[index]?.netCentavos ?? 0,
    })),
    addedIvaCentavos: amounts.reduce((sum, { addedIvaCentavos }) => sum + addedIvaCentavos, 0),
    includesIva: items.every(({ tax }) => tax === 'iva_included'),
  }
}
