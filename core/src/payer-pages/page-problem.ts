import { DailyLimitProblem, NotClosedProblem, NothingSentProblem } from '../checkout/checkout-problems.js'
import type { Problem } from '../kernel/problem.js'
import type { NoticeName } from './payment-page.js'
import type { PageState } from './payment-page.view.js'

const OPEN_STATES: readonly PageState['name'][] = ['processing', 'opening', 'voucher']

/** The notice for a submission that opened no checkout; null: the page already explains it. */
export function noticeOf(problem: Problem, { name }: PageState): NoticeName | null {
  const isOpen = OPEN_STATES.includes(name)
  if (problem instanceof NothingSentProblem) return name === 'payable' || isOpen ? 'comeBack' : null
  if (problem instanceof NotClosedProblem) return isOpen ? 'notClosed' : null
  if (problem instanceof DailyLimitProblem) {
    if (isOpen) return 'keptOpenToday'
    return name === 'payable' ? 'tooManyToday' : null
  }
  switch (problem.code) {
    case 'request_in_flight':
      // The first press or a repeat: the page says that the payment is being opened.
      if (name === 'opening') return null
      if (isOpen) return 'inProgress'
      // The payment that was in progress has ended unpaid since.
      return name === 'payable' ? 'notOpened' : null
    case 'no_active_connection':
    case 'provider_rejected':
    case 'provider_unavailable':
      if (isOpen) return 'notRestarted'
      return name === 'payable' ? 'notOpened' : null
    // In quarantine, or while the provider is compared after a downtime.
    case 'service_unavailable':
      return name === 'payable' || isOpen ? 'paused' : null
    case 'rate_limited':
      if (isOpen) return 'keptOpen'
      return name === 'payable' ? 'tooOften' : null
    default:
      return null
  }
}
