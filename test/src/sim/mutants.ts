import { BOOKKEEPING_MUTANTS } from './mutants-of-bookkeeping.js'
import { CHECKOUT_MUTANTS } from './mutants-of-checkouts.js'
import { INVOICE_MUTANTS } from './mutants-of-invoices.js'
import { MONEY_MUTANTS } from './mutants-of-money.js'

/** A bug that the simulation must find: one place of the build, changed while it is read. */
export interface Mutant {
  name: string
  /** Below core/dist. */
  file: string
  /** Stands there exactly once. */
  from: string
  to: string
  /** Looked for in runs about invoices. */
  isOfInvoices?: boolean
  /** Looked for in runs in which links are released. */
  isOfReleases?: boolean
}

export const MUTANTS: readonly Mutant[] = [
  ...CHECKOUT_MUTANTS,
  ...MONEY_MUTANTS,
  ...BOOKKEEPING_MUTANTS,
  ...INVOICE_MUTANTS,
]
