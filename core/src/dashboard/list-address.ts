import { addDays, localDay, startOfDay, startOfMonth, startOfWeek } from '../kernel/local-day.js'
import { cursorText, type ListPage, type PageStart, parseCursor } from '../kernel/keyset.js'
import type { Visit } from './visit.js'

type Query = Visit['request']['query']

/** A parameter of the address of a list; what is no single text counts as not set. */
export function textIn(query: Query, name: string): string {
  const value = query[name]
  return typeof value === 'string' ? value.trim().slice(0, 200) : ''
}

/** The choice of a filter. A value that is not offered filters nothing: the first choice is the one without a filter. */
export const choiceIn = <Choice extends string>(
  query: Query,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice => choices.find((choice) => choice === textIn(query, name)) ?? choices[0]

/** Which page of the list; undefined: the first. */
export function pageStartIn(query: Query): PageStart | undefined {
  for (const direction of ['older', 'newer'] as const) {
    const from = parseCursor(textIn(query, direction))
    if (from) return { direction, from }
  }
  return undefined
}

/** The page before the first one: what was newest when its address was made has newer entries now. */
export const isBeyondNewest = (start: PageStart | undefined, { data, newer }: ListPage<unknown>): boolean =>
  start?.direction === 'newer' && data.length === 0 && newer === null

/** The address of a list with these parameters; an empty one is left out. */
export function listAddress(path: string, parameters: Record<string, string>): string {
  const set = Object.entries(parameters).filter(([, value]) => value !== '')
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`
}

/** The addresses of the pages beside this one. */
export function pagesBeside(
  address: string,
  page: Pick<ListPage<unknown>, PageStart['direction']>,
): Record<PageStart['direction'], string | null> {
  const beside = (direction: PageStart['direction']): string | null => {
    const from = page[direction]
    return from && `${address}${address.includes('?') ? '&' : '?'}${direction}=${cursorText(from)}`
  }
  return { newer: beside('newer'), older: beside('older') }
}

export const PERIODS = ['any', 'today', 'week', 'month', 'last_month', '90_days'] as const
export type Period = (typeof PERIODS)[number]

/** When the entries of a period were created, in the account's time zone. */
export function createdIn(
  period: Period,
  { now, account }: Pick<Visit, 'now' | 'account'>,
): { createdFrom?: string; createdTo?: string } {
  const zone = account.brand.timeZone
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
    case '90_days':
      return { createdFrom: from(addDays(today, -89)) }
  }
}
