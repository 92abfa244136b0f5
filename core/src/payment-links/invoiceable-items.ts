import { type FieldFault, invalid, Problem } from '../kernel/problem.js'
import type { LinkItem } from './payment-link.js'

/** An invoice in another currency must state the day's exchange rate, which PayLink has no source for. */
export const INVOICED_CURRENCY = 'MXN'

/**
 * An invoice needs pesos, and the tax authority's codes and a tax on every line (R113).
 *
 * @throws Problem `validation_error`, each missing code at its own path
 */
export function assertInvoiceable(items: readonly Partial<LinkItem>[], currency: string): void {
  if (currency !== INVOICED_CURRENCY) throw invalid('invoiceable', `only links in ${INVOICED_CURRENCY} can be invoiced`)
  const errors: FieldFault[] = items.flatMap((item, index) =>
    (['satProductCode', 'satUnitCode', 'tax'] as const)
      .filter((field) => item[field] === undefined)
      .map((field) => ({ path: `items[${index}].${field}`, message: 'is required when the link is invoiceable' })),
  )
  if (errors.length > 0) {
    throw new Problem('validation_error', { detail: 'An invoiceable link needs tax codes on every item.', errors })
  }
}
