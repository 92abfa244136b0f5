import { IVA_PERCENT } from '../kernel/money.js'
import { lineAmounts } from './link-total.js'
import type { LinkItem } from './payment-link.js'

/** An amount in minor units, by its taxes: the three add up to it. */
export interface TaxSplit {
  /** What IVA is charged on. */
  baseCentavos: number
  ivaCentavos: number
  exemptCentavos: number
}

/** A price with IVA, in percent of the net price. */
const GROSS_PERCENT = 100 + IVA_PERCENT

/**
 * The link's total by its taxes, as its invoice states them: IVA on top is rounded by line (R251), IVA within prices over
 * all of these lines (I39).
 */
export function taxSplit(items: readonly LinkItem[]): TaxSplit {
  let included = 0
  const split = { baseCentavos: 0, ivaCentavos: 0, exemptCentavos: 0 }
  for (const item of items) {
    const { netCentavos, addedIvaCentavos } = lineAmounts(item)
    if (item.tax === 'exempt') split.exemptCentavos += netCentavos
    else if (item.tax === 'iva_included') included += netCentavos
    else {
      split.baseCentavos += netCentavos
      split.ivaCentavos += addedIvaCentavos
    }
  }
  const base = shareOf(included, 100, GROSS_PERCENT)
  split.baseCentavos += base
  split.ivaCentavos += included - base
  return split
}

/**
 * Part of a total by the same taxes, in proportion. The parts that lie between growing amounts add up to the whole: what
 * was refunded in pieces has, at the end, the taxes of what was paid.
 */
export function splitOf(whole: TaxSplit, amount: number): TaxSplit {
  const total = whole.baseCentavos + whole.ivaCentavos + whole.exemptCentavos
  if (total === 0) return { baseCentavos: amount, ivaCentavos: 0, exemptCentavos: 0 }
  const ivaCentavos = shareOf(amount, whole.ivaCentavos, total)
  const exemptCentavos = shareOf(amount, whole.exemptCentavos, total)
  return { baseCentavos: amount - ivaCentavos - exemptCentavos, ivaCentavos, exemptCentavos }
}

/** Rounded half up. The product may exceed 2^53. */
const shareOf = (amount: number, part: number, whole: number): number =>
  Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))
