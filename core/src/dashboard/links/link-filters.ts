import { creatorOf } from '../../kernel/principal.js'
import type { LinkFilter } from '../../payment-links/read-link-list.js'
import type { LinkStatus } from '../../payment-links/payment-link.js'
import { seesOwnLinksOnly } from '../access.js'
import { choiceIn, createdIn, listAddress, type Period, PERIODS, textIn } from '../list-address.js'
import type { Visit } from '../visit.js'

export const STATUSES: readonly LinkStatus[] = ['active', 'processing', 'paid', 'expired', 'disabled']
export const CREATORS = ['any', 'me', 'dashboard', 'api', 'mcp'] as const

/** An API key or a connected agent, in the form of `creatorOf`. */
type Program = `key:${string}` | `grant:${string}`

/** The filters in the address of the list. */
export interface LinkQuery {
  text: string
  status: LinkStatus | 'all'
  period: Period
  by: (typeof CREATORS)[number] | Program
  /** Empty: any. */
  provider: string
}

const NOTHING: LinkQuery = { text: '', status: 'all', period: 'any', by: 'any', provider: '' }

/** Names in the address, by those of the query. */
const NAMES: Record<keyof LinkQuery, string> = {
  text: 'q',
  status: 'status',
  period: 'when',
  by: 'by',
  provider: 'provider',
}

/** Whatever is not understood filters nothing. */
export const readLinkQuery = (
  { request: { query } }: Pick<Visit, 'request'>,
  providers: readonly string[],
): LinkQuery => ({
  text: textIn(query, NAMES.text),
  status: choiceIn(query, NAMES.status, ['all', ...STATUSES]),
  period: choiceIn(query, NAMES.period, PERIODS),
  by: programIn(query) ?? choiceIn(query, NAMES.by, CREATORS),
  provider: choiceIn(query, NAMES.provider, ['', ...providers]),
})

function programIn(query: Visit['request']['query']): Program | undefined {
  const text = textIn(query, NAMES.by)
  return isProgram(text) ? text : undefined
}

const isProgram = (by: string): by is Program => /^(key:key|grant:grt)_[0-9a-z]{8,40}$/.test(by)

/** The key or agent whose links alone are listed; null: those of others, too. */
export const programOf = ({ by }: Pick<LinkQuery, 'by'>): Program | null => (isProgram(by) ? by : null)

/** The links that an API key or a connected agent has created. */
export const linksByProgram = (visit: Pick<Visit, 'base'>, program: Program): string =>
  linksAddress(visit, { ...NOTHING, by: program })

/** The address of the first page of the list with some of the query changed. */
export function linksAddress(
  { base }: Pick<Visit, 'base'>,
  query: LinkQuery,
  changes: Partial<LinkQuery> = {},
): string {
  const next = { ...query, ...changes }
  const names = Object.keys(NAMES) as (keyof LinkQuery)[]
  return listAddress(
    `${base}/links`,
    Object.fromEntries(names.map((name) => [NAMES[name], next[name] === NOTHING[name] ? '' : next[name]])),
  )
}

export const isNarrowed = (query: LinkQuery): boolean => JSON.stringify(query) !== JSON.stringify(NOTHING)

/** The filter of the read; a cashier's is always limited to their own links. */
export function toLinkFilter(visit: Visit, { text, status, period, by, provider }: LinkQuery): LinkFilter {
  const isOwn = by === 'me' || seesOwnLinksOnly(visit.session.user.role)
  return {
    text,
    ...(status !== 'all' && { status }),
    ...createdIn(period, visit),
    ...(isOwn
      ? { createdBy: creatorOf(visit.principal) }
      : isProgram(by)
        ? { madeWith: by }
        : by !== 'any' && { channel: by }),
    ...(provider !== '' && { provider }),
  }
}
