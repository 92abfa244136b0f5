import { INVOICE_KINDS, type InvoiceFilter, type InvoiceKind } from '../../invoicing/read-invoice-list.js'
import { isMonth, momentsOfMonth } from '../../kernel/calendar-month.js'
import { localDay } from '../../kernel/local-day.js'
import { choiceIn, listAddress, textIn } from '../list-address.js'
import { monthsBetween } from '../months.js'
import type { Visit } from '../visit.js'

export const KINDS = ['all', ...(Object.keys(INVOICE_KINDS) as InvoiceKind[])] as const

/** The filters in the address. */
export interface InvoiceQuery {
  kind: InvoiceKind | 'all'
  text: string
  /** In which they were requested, as `2026-11`; empty: any. */
  month: string
}

/** Whatever is not understood filters nothing. */
export function readInvoiceQuery({ request: { query } }: Pick<Visit, 'request'>): InvoiceQuery {
  const month = textIn(query, 'month')
  return { kind: choiceIn(query, 'kind', KINDS), text: textIn(query, 'q'), month: isMonth(month) ? month : '' }
}

/** The address of the first page of the list with these filters, below `base`. */
export const invoicesAddress = (
  { base }: Pick<Visit, 'base'>,
  { kind = 'all', text = '', month = '' }: Partial<InvoiceQuery>,
): string => listAddress(`${base}/invoices`, { kind: kind === 'all' ? '' : kind, q: text, month })

export function toInvoiceFilter(
  { account }: Pick<Visit, 'account'>,
  { kind, text, month }: InvoiceQuery,
): InvoiceFilter {
  const moments = month === '' ? null : momentsOfMonth(month, account.brand.timeZone)
  return {
    ...(kind !== 'all' && { kind }),
    ...(text !== '' && { text }),
    ...(moments && { createdFrom: moments.from, createdTo: moments.to }),
  }
}

const MAX_MONTHS = 36

/** The latest of the account, newest first, and the one that is chosen. */
export function monthsFor({ account, now }: Pick<Visit, 'account' | 'now'>, chosen: string): string[] {
  const monthOf = (at: Date): string => localDay(at, account.brand.timeZone).slice(0, 7)
  const months = monthsBetween(monthOf(new Date(account.createdAt)), monthOf(now), MAX_MONTHS)
  return chosen === '' || months.includes(chosen) ? months : [chosen, ...months]
}
