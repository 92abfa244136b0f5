import type { PageRefresh } from '../web/layout.js'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import type { PaymentPageView } from './payment-page.view.js'
import { isTransfer } from './voucher.view.js'

const SOON_SECONDS = 3
const LATER_SECONDS = 15
const SOON_MS = MINUTE_MS
/** A page that stays open does not reload forever. */
const MAX_WAIT_MS = HOUR_MS

/** Query parameter with the time at which the page began to wait: reloads of one address leave no browser history. */
export const SINCE = 'since'

/** Value of `since` that stops the reloading. */
export const STOPPED = '0'

type Pace = 'soon' | 'later' | 'first minute' | 'never'

interface Waiting {
  /** The page's own path, without a query. */
  path: string
  since: string | undefined
}

export function waitingAt(path: string, query: Readonly<Record<string, unknown>>): Waiting {
  const since = query[SINCE]
  return { path, since: typeof since === 'string' ? since : undefined }
}

/** When the return page reloads: while the provider may still confirm the payment. */
export function returnRefresh(view: PaymentPageView, lastAttemptFailed: boolean, waiting: Waiting): PageRefresh | null {
  return nextRefresh(view, returnPace(view, lastAttemptFailed), waiting)
}

/** When the page of a link reloads. */
export function linkRefresh(view: PaymentPageView, waiting: Waiting): PageRefresh | null {
  const { name } = view.state
  return nextRefresh(view, name === 'opening' ? 'soon' : name === 'processing' ? 'later' : 'never', waiting)
}

function returnPace({ state }: PaymentPageView, lastAttemptFailed: boolean): Pace {
  switch (state.name) {
    case 'processing':
    case 'opening':
      return 'soon'
    case 'voucher':
      // A transfer arrives within seconds. Cash takes hours, and a reload would disturb a payer who copies its number.
      return isTransfer(state.voucher) && !state.voucher.isLapsed ? 'later' : 'never'
    case 'payable':
    case 'cut_off':
    case 'unavailable':
      return lastAttemptFailed ? 'never' : 'first minute'
    default:
      return 'never'
  }
}

function nextRefresh({ now, langQuery }: PaymentPageView, pace: Pace, { path, since }: Waiting): PageRefresh | null {
  if (pace === 'never') return null
  const start = Math.floor(now.getTime() / SECOND_MS)
  const began = since !== undefined && /^\d{1,12}$/.test(since) ? Math.min(Number(since), start) : start
  const waitedMs = (start - began) * SECOND_MS
  const isFirstMinute = waitedMs < SOON_MS
  if (waitedMs >= MAX_WAIT_MS || (pace === 'first minute' && !isFirstMinute)) return null
  return {
    seconds: isFirstMinute && pace !== 'later' ? SOON_SECONDS : LATER_SECONDS,
    address: `${path}${langQuery === '' ? '?' : `${langQuery}&`}${SINCE}=${began}`,
  }
}
