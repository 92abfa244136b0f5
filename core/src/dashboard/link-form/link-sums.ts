import { lineAmounts, linkTotal } from '../../payment-links/link-total.js'
import type { LinkItem } from '../../payment-links/payment-link.js'
import { IVA_PERCENT } from '../../kernel/money.js'
import { Problem } from '../../kernel/problem.js'

/** What the form shows below the items, in minor units. */
export interface LinkSums {
  itemsCentavos: number
  addedIvaCentavos: number
  /** Part of the prices, and no part of the sum. */
  includedIvaCentavos: number
  totalCentavos: number
}

/** Null: a price or a quantity is missing or out of its range. */
export function linkSums(items: readonly unknown[]): LinkSums | null {
  const priced = items as LinkItem[]
  if (
    !priced.every(
      ({ quantity, unitPriceCentavos }) => isCount(quantity, 999) && isCount(unitPriceCentavos, 999_999_999),
    )
  ) {
    return null
  }
  try {
    const lines = priced.map((item) => ({ ...lineAmounts(item), tax: item.tax }))
    const sumOf = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)
    return {
      itemsCentavos: sumOf(lines.map(({ netCentavos }) => netCentavos)),
      addedIvaCentavos: sumOf(lines.map(({ addedIvaCentavos }) => addedIvaCentavos)),
      includedIvaCentavos: sumOf(
        lines.map(({ netCentavos, tax }) => (tax === 'iva_included' ? ivaWithin(netCentavos) : 0)),
      ),
      totalCentavos: linkTotal(priced),
    }
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

const isCount = (value: number, max: number): boolean => Number.isInteger(value) && value >= 1 && value <= max

/** Rounded half up to the centavo. */
const ivaWithin = (gross: number): number =>
  Number((BigInt(gross) * BigInt(IVA_PERCENT) * 2n + BigInt(100 + IVA_PERCENT)) / (2n * BigInt(100 + IVA_PERCENT)))
