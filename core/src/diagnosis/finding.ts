import type { PageLocale } from '../kernel/choose-locale.js'
import type { Scope } from '../kernel/principal.js'

/**
 * Gravest first. `critical`: money or data is at stake. `wrong`: something does not work. `attention`: nothing is broken,
 * and a person should know.
 */
export const SEVERITIES = ['critical', 'wrong', 'attention', 'fine'] as const

export type Severity = (typeof SEVERITIES)[number]

/** Where an owner or admin can do something about it. */
export interface Place {
  page: 'connections' | 'invoicing' | 'email' | 'webhooks' | 'plugins' | 'payments'
  /** Of the thing there, if it has a page of its own. */
  id?: string
}

/** For owners and admins. What is fine needs no more than its first sentence. */
export interface Explanation {
  what: string
  /** For charges and money. */
  means?: string
  /** Left out: `command` alone helps. */
  remedy?: string
}

export type Explained = Readonly<Record<PageLocale, Explanation>>

/** A finding, in data and in the words of each surface. */
export interface Finding {
  /** What was looked at, as the command lists it. */
  check: string
  /** Stable: what was found, whatever was looked at. */
  code: string
  severity: Severity
  facts: object
  /** For the operator, in English: what is wrong and the command that repairs it, or what was found. */
  detail: string
  /** Null: the command alone can find it. */
  explained: Explained | null
  /** Whose it is, in which mode if in one alone; null: of the installation. */
  owner: Owner | null
  since: string | null
  place: Place | null
  /** What only the operator can do about it; null: an owner or admin can, or there is nothing to do. */
  command: string | null
  /** The id of the thing that it is about. */
  target: string | null
}

export type Owner = Pick<Scope, 'accountId'> & { livemode: boolean | null }

/** Finds most things, and explains them to the operator in full. */
export const DOCTOR = 'paylink doctor'

/**
 * One thing that can be found: all that is known about it, and all its words. A new one is a new kind, beside the check
 * that finds it.
 */
interface Kind<Shown, Hidden> {
  code: string
  severity: Severity
  operator: (facts: Shown & Hidden) => string
  /** Paths, addresses, ids of other accounts and texts of other programs are hidden facts: the dashboard never has them. */
  'es-MX'?: (shown: Shown) => Explanation
  en?: (shown: Shown) => Explanation
  place?: Place['page']
  command?: string
}

/** Of one finding of a kind. */
export interface About {
  owner?: Owner
  since?: string | null
  placeId?: string
  target?: string
}

export type Find<Shown, Hidden> = (check: string, facts: { shown: Shown; hidden: Hidden }, about?: About) => Finding

const NOTHING = {}

/** @returns makes the finding; `check` is what the command calls it */
export function kind<Shown extends object = object, Hidden extends object = object>(
  definition: Kind<Shown, Hidden>,
): Find<Shown, Hidden> {
  const { code, severity, operator, en, place, command, 'es-MX': esMX } = definition
  return (check, { shown, hidden }, { owner, since, placeId, target } = NOTHING) => ({
    ...{ check, code, severity },
    facts: { ...shown, ...hidden },
    detail: operator({ ...shown, ...hidden }),
    explained: esMX && en ? { 'es-MX': esMX(shown), en: en(shown) } : null,
    owner: owner ?? null,
    since: since ?? null,
    place: place ? { page: place, ...(placeId !== undefined && { id: placeId }) } : null,
    command: command ?? null,
    target: target ?? null,
  })
}

/** For a kind that shows no facts. */
export const hidden = <Hidden extends object>(facts: Hidden): { shown: object; hidden: Hidden } => ({
  shown: {},
  hidden: facts,
})

export const NO_FACTS = { shown: {}, hidden: {} }

/** Nothing is broken. */
export const isOk = ({ severity }: Pick<Finding, 'severity'>): boolean =>
  severity === 'attention' || severity === 'fine'
