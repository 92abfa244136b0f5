import { changed, type Change } from './changes.js'
import { BOOKKEEPING_MUTANTS } from './mutants-of-bookkeeping.js'
import { CHECKOUT_MUTANTS } from './mutants-of-checkouts.js'
import { INVOICE_MUTANTS } from './mutants-of-invoices.js'
import { MONEY_MUTANTS } from './mutants-of-money.js'

/** A seeded bug that the simulation must find: a module of the build, changed while it is loaded. */
export interface Mutant {
  name: string
  /** Below core/src. */
  module: string
  /** The function, `Class.method` or table in which the change is made. */
  within?: string
  change: Change | readonly Change[]
  /** Looked for in runs about invoices. */
  isOfInvoices?: boolean
  /** Looked for in runs in which links are released. */
  isOfReleases?: boolean
  /** The run in test/sim/regressions that finds it, if seeds rarely do. */
  savedRun?: string
}

export const MUTANTS: readonly Mutant[] = [
  ...CHECKOUT_MUTANTS,
  ...MONEY_MUTANTS,
  ...BOOKKEEPING_MUTANTS,
  ...INVOICE_MUTANTS,
]

/** Where a mutant's module is built, below core/dist. */
export const builtAt = ({ module }: Mutant): string => module.replace(/\.tsx?$/, '.js')

/** The build of a mutant's module with the bug in it. */
export function withBug({ name, module, within, change }: Mutant, source: string): string {
  try {
    return changed(source, within, [change].flat())
  } catch (cause) {
    throw new Error(`seeded bug "${name}": ${module}: ${(cause as Error).message}`, { cause })
  }
}
