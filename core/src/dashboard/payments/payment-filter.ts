import { addDays, localDay, startOfDay, startOfMonth, startOfWeek } from '../../kernel/local-day.js'
import { cursorText, parseCursor, type PageStart } from '../../kernel/keyset.js'
import type { Cursor } from '../../kernel/cursor.js'
import type { PaymentFilter } from '../../payments/read-payment-list.js'
import type { Visit } from '../visit.js'

export const TABS = ['all', 'succeeded', 'pending', 'failed', 'canceled', 'refunded', 'review'] as const
export const PERIODS = ['any', 'today', 'week', 'month', 'last_month'] as const
export const METHODS = ['card', 'wallet', 'retail_cash', 'spei_transfer', 'bnpl', 'bank_debit', 'other'] as const

export type PaymentTab = (typeof TABS)[number]
export type Period = (typeof PERIODS)[number]
type Method = (typeof METHODS)[number]

/** The filters in the address. */
export interface ListAddress {
  tab: PaymentTab
  text: string
  period: Period
  method: Method | ''
  provider: string
}

type Query = Visit['request']['query']

const textIn = (query: Query, name: string): string => {
  const value = query[name]
  return typeof value === 'string' ? value.slice(0, 200) : ''
}
const among = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text)

/** Whatever is not understood filters nothing. */
export const readAddress = (query: Query): ListAddress => ({
  tab: among(TABS, textIn(query, 'status')) ?? 'all',
  text: textIn(query, 'q').trim(),
  period: among(PERIODS, textIn(query, 'when')) ?? 'any',
  method: among(METHODS, textIn(query, 'method')) ?? '',
  provider: /^[a-z0-9_]{1,40}$/.test(textIn(query, 'provider')) ? textIn(query, 'provider') : '',
})

export function startIn(query: Query): PageStart | undefined {
  for (const direction of ['older', 'newer'] as const) {
    const from = parseCursor(textIn(query, direction))
    if (from) return { direction, from }
  }
  return undefined
}

/** The address of the list with these filters; `page`: of one of its pages. */
export function addressOf(
  { base }: Pick<Visit, 'base'>,
  { tab, text, period, method, provider }: ListAddress,
  page?: { direction: PageStart['direction']; from: Cursor },
): string {
  const query = new URLSearchParams()
  if (tab !== 'all') query.set('status', tab)
  if (text !== '') query.set('q', text)
  if (period !== 'any') query.set('when', period)
  if (method !== '') query.set('method', method)
  if (provider !== '') query.set('provider', provider)
  if (page) query.set(page.direction, cursorText(page.from))
  const asked = query.toString()
  return `${base}/payments${asked === '' ? '' : `?${asked}`}`
}

export function filterOf({ tab, text, period, method, provider }: ListAddress, now: Date, zone: string): PaymentFilter {
  const status = tab === 'all' || tab === 'review' ? {} : { status: tab }
  return {
    ...status,
    ...(tab === 'review' ? { isUnderReview: true } : {}),
    ...(text === '' ? {} : { text }),
    ...(method === '' ? {} : { method }),
    ...(provider === '' ? {} : { provider }),
    ...rangeOf(period, now, zone),
  }
}

function rangeOf(period: Period, now: Date, zone: string): Pick<PaymentFilter, 'createdFrom' | 'createdTo'> {
  const today = localDay(now, zone)
  const month = startOfMonth(today)
  const from = (day: string): string => startOfDay(day, zone).toISOString()
  switch (period) {
    case 'any':
      return {}
    case 'today':
      return { createdFrom: from(today) }
    case 'week':
      return { createdFrom: from(startOfWeek(today)) }
    case 'month':
      return { createdFrom: from(month) }
    case 'last_month':
      return { createdFrom: from(startOfMonth(addDays(month, -1))), createdTo: from(month) }
  }
}
