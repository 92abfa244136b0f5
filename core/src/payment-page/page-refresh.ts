import type { PageRefresh } from '../html/layout.js'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import type { PaymentPageView } from './payment-page.view.js'
import { isTransfer } from './voucher.view.js'

const SOON_SECONDS = 3
const LATER_SECONDS = 15
const SOON_MS = MINUTE_MS
/** A page that was left open does not ask forever. */
const MAX_WAIT_MS = HOUR_MS

/** Since when a page waits, in its address: reloading one address leaves no trail in the browser's history. */
export const SINCE = 'since'

/** The address at which the page stays as it is. */
export const STOPPED = '0'

type Pace = 'soon' | 'later' | 'first minute' | 'never'

export interface Waiting {
  /** The page's own path, without a query. */
  path: string
  since: string | undefined
}

export function waitingAt(path: string, query: Readonly<Record<string, unknown>>): Waiting {
  const since = query[SINCE]
  return { path, since: typeof since === 'string' ? since : undefined }
}

/** When the return page asks for itself again: while the provider may say more than is known. */
export function returnRefresh(view: PaymentPageView, isLastOver: boolean, waiting: Waiting): PageRefresh | null {
  return nextRefresh(view, returnPace(view, isLastOver), waiting)
}

/** And the link's own page. */
export function linkRefresh(view: PaymentPageView, waiting: Waiting): PageRefresh | null {
  const { name } = view.state
  return nextRefresh(view, name === 'opening' ? 'soon' : name === 'processing' ? 'later' : 'never', waiting)
}

function returnPace({ state }: PaymentPageView, isLastOver: boolean): Pace {
  switch (state.name) {
    case 'processing':
    case 'opening':
      return 'soon'
    case 'voucher':
      // A transfer arrives within seconds; cash takes hours, and the payer who copies its number is not disturbed.
      return isTransfer(state.voucher) && !state.voucher.isLapsed ? 'later' : 'never'
    case 'payable':
    case 'cut_off':
    case 'unavailable':
      return isLastOver ? 'never' : 'first minute'
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
