import type { PageLocale } from '../kernel/choose-locale.js'
import type { Finding, Owner } from './finding.js'

/** One look at one thing, under the time limit of its examination. */
export interface Check {
  /** As the command lists it. */
  name: string
  /** What is looked at, after “se pudo revisar” and “check”: `la base de datos`. */
  subject: Readonly<Record<PageLocale, string>>
  owner?: Owner
  /** @throws Error it could not be looked at, which is a finding of its own */
  look(msLeft: () => number): Promise<Finding[]>
}

/** Whose things to look at; null: those of every account. */
export type Whose = string | null

/** Checks about what accounts have. */
export interface CheckUp {
  /** Answered from rows and files in milliseconds: a page may show it as it opens. */
  readonly isQuick: boolean
  checks(whose: Whose): Promise<Check[]>
}
