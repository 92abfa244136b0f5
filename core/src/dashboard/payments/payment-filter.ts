import type { PaymentFilter } from '../../payments/read-payment-list.js'
import { choiceIn, createdIn, listAddress, type Period, PERIODS, textIn } from '../list-address.js'
import type { Visit } from '../visit.js'

export const TABS = ['all', 'succeeded', 'pending', 'failed', 'canceled', 'refunded', 'review'] as const
export const METHODS = ['card', 'wallet', 'retail_cash', 'spei_transfer', 'bnpl', 'bank_debit', 'other'] as const

/** The filters in the address. */
export interface PaymentQuery {
  tab: (typeof TABS)[number]
  text: string
  period: Period
  method: (typeof METHODS)[number] | ''
  provider: string
}

/** Whatever is not understood filters nothing. */
export function readPaymentQuery({ request: { query } }: Pick<Visit, 'request'>): PaymentQuery {
  const provider = textIn(query, 'provider')
  return {
    tab: choiceIn(query, 'status', TABS),
    text: textIn(query, 'q'),
    period: choiceIn(query, 'when', PERIODS),
    method: choiceIn(query, 'method', ['', ...METHODS]),
    provider: /^[a-z0-9_]{1,40}$/.test(provider) ? provider : '',
  }
}

/** The address of the first page of the list with these filters, below `base`. */
export const paymentsAddress = (
  { base }: Pick<Visit, 'base'>,
  { tab, text, period, method, provider }: PaymentQuery,
): string =>
  listAddress(`${base}/payments`, {
    status: tab === 'all' ? '' : tab,
    q: text,
    when: period === 'any' ? '' : period,
    method,
    provider,
  })

export const toPaymentFilter = (
  visit: Pick<Visit, 'now' | 'account'>,
  { tab, text, period, method, provider }: PaymentQuery,
): PaymentFilter => ({
  ...(tab === 'review' ? { isUnderReview: true } : tab !== 'all' && { status: tab }),
  ...(text !== '' && { text }),
  ...(method !== '' && { method }),
  ...(provider !== '' && { provider }),
  ...createdIn(period, visit),
})
