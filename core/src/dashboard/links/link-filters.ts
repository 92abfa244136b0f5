import { addDays, localDay, startOfDay } from '../../kernel/local-day.js'
import { creatorOf } from '../../kernel/principal.js'
import { cursorText, type PageStart, parseCursor } from '../../kernel/keyset.js'
import type { LinkFilter } from '../../payment-links/read-link-list.js'
import type { LinkStatus } from '../../payment-links/payment-link.js'
import { seesOwnLinksOnly } from '../access.js'
import type { Visit } from '../visit.js'

export const STATUSES: readonly LinkStatus[] = ['active', 'processing', 'paid', 'expired', 'disabled']
export const DATES = ['any', 'today', '7', '30', '90'] as const
export const CREATORS = ['any', 'me', 'dashboard', 'api', 'mcp'] as const

/** The filters in the address of the list. */
export interface LinkQuery {
  text: string
  status: LinkStatus | 'all'
  date: (typeof DATES)[number]
  by: (typeof CREATORS)[number]
  /** Empty: any. */
  provider: string
}

const NOTHING: LinkQuery = { text: '', status: 'all', date: 'any', by: 'any', provider: '' }

/** Names in the address, by those of the query. */
const NAMES: Record<keyof LinkQuery, string> = { text: 'q', status: 'status', date: 'date', by: 'by', provider: 'with' }

/** Whatever an address holds is a query: what is not known counts as not set. */
export function readLinkQuery({ request }: Pick<Visit, 'request'>, providers: readonly string[]): LinkQuery {
  const text = (name: keyof LinkQuery): string => {
    const value = request.query[NAMES[name]]
    return typeof value === 'string' ? value.trim() : ''
  }
  return {
    text: text('text').slice(0, 200),
    status: STATUSES.find((known) => known === text('status')) ?? 'all',
    date: DATES.find((known) => known === text('date')) ?? 'any',
    by: CREATORS.find((known) => known === text('by')) ?? 'any',
    provider: providers.find((known) => known === text('provider')) ?? '',
  }
}

/** The address of the list with some of the query changed; the first page of it. */
export function listAddress({ base }: Pick<Visit, 'base'>, query: LinkQuery, changes: Partial<LinkQuery> = {}): string {
  const next = { ...query, ...changes }
  const set = (Object.keys(NAMES) as (keyof LinkQuery)[]).filter((name) => next[name] !== NOTHING[name])
  const search = new URLSearchParams(set.map((name) => [NAMES[name], next[name]]))
  return `${base}/links${set.length > 0 ? `?${search}` : ''}`
}

export const isNarrowed = (query: LinkQuery): boolean => JSON.stringify(query) !== JSON.stringify(NOTHING)

/** The filter of the read; a cashier's is always limited to their own links. */
export function toLinkFilter(visit: Visit, { text, status, date, by, provider }: LinkQuery): LinkFilter {
  const isOwn = by === 'me' || seesOwnLinksOnly(visit.session.user.role)
  return {
    text,
    ...(status !== 'all' && { status }),
    ...(date !== 'any' && { createdFrom: startOf(visit, date) }),
    ...(isOwn ? { createdBy: creatorOf(visit.principal) } : by !== 'any' && { channel: by }),
    ...(provider !== '' && { provider }),
  }
}

function startOf({ account, now }: Visit, date: 'today' | '7' | '30' | '90'): string {
  const { timeZone } = account.brand
  const days = date === 'today' ? 1 : Number(date)
  return startOfDay(addDays(localDay(now, timeZone), 1 - days), timeZone).toISOString()
}

/** `before` leads to older links, `after` to newer ones. */
export function readPageStart({ request }: Pick<Visit, 'request'>): PageStart | undefined {
  const { before, after } = request.query
  const older = typeof before === 'string' ? parseCursor(before) : undefined
  if (older) return { direction: 'older', from: older }
  const newer = typeof after === 'string' ? parseCursor(after) : undefined
  return newer && { direction: 'newer', from: newer }
}

export const pageAddress = (address: string, name: 'before' | 'after', from: PageStart['from']): string =>
  `${address}${address.includes('?') ? '&' : '?'}${name}=${cursorText(from)}`
