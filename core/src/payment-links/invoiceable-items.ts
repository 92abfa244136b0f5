import { type FieldFault, Problem } from '../kernel/problem.js'
import type { LinkItem } from './payment-link.js'

/**
 * An invoice needs the tax authority's codes and a tax on every line (R113).
 *
 * @throws Problem `validation_error`, each missing code at its own path
 */
export function assertInvoiceableItems(items: readonly Partial<LinkItem>[]): void {
  const errors: FieldFault[] = items.flatMap((item, index) =>
    (['satProductCode', 'satUnitCode', 'tax'] as const)
      .filter((field) => item[field] === undefined)
      .map((field) => ({ path: `items[${index}].${field}`, message: 'is required when the link is invoiceable' })),
  )
  if (errors.length > 0) {
    throw new Problem('validation_error', { detail: 'An invoiceable link needs tax codes on every item.', errors })
  }
}
