import { invalid } from '../kernel/problem.js'
import { ivaOn, MAX_TOTAL } from '../kernel/money.js'
import type { LinkItem } from './payment-link.js'

/** One line in minor units: the price as stated, and the IVA that comes on top of it. */
export interface LineAmounts {
  netCentavos: number
  addedIvaCentavos: number
}

/** The only computation of a line's amounts: page, provider and invoice all sum these (R251). */
export function lineAmounts(item: Pick<LinkItem, 'quantity' | 'unitPriceCentavos' | 'tax'>): LineAmounts {
  const net = BigInt(item.quantity) * BigInt(item.unitPriceCentavos)
  return { netCentavos: Number(net), addedIvaCentavos: item.tax === 'iva_added' ? Number(ivaOn(net)) : 0 }
}

/**
 * The link's total: the sum of its lines (R42). Twenty lines at the maximum price and quantity stay below 2^53.
 *
 * @throws Problem `validation_error` on `items`: above the field's maximum (R184)
 */
export function linkTotal(items: readonly LinkItem[]): number {
  const total = items.reduce((sum, item) => {
    const { netCentavos, addedIvaCentavos } = lineAmounts(item)
    return sum + netCentavos + addedIvaCentavos
  }, 0)
  if (total > MAX_TOTAL) throw invalid('items', `the total ${total} is above the maximum of ${MAX_TOTAL}`)
  return total
}
