import { releaseCommand } from '../kernel/operator-commands.js'
import { invalid, Problem, type ProblemCode } from '../kernel/problem.js'
import { isExpired, type LinkStatus, type PaymentLink, statusAt } from './payment-link.js'

export type LinkTrigger =
  | 'update'
  /** The link is mailed to a customer. */
  | 'share'
  | 'checkout_opened'
  /** The open checkout has definitely ended unpaid. */
  | 'checkout_over'
  | 'payment_succeeded'
  | 'mark_paid'
  | 'disable'
  | 'expire'

type Outcome = { to: LinkStatus } | { refuse: ProblemCode }

const to = (status: LinkStatus): Outcome => ({ to: status })
const refuse = (code: ProblemCode): Outcome => ({ refuse: code })

/** What each trigger does to a link (R74–R84, R199–R200, R226–R232, R245). A pair that is not listed leaves it as it is. */
export const LINK_TRANSITIONS: Record<LinkStatus, Partial<Record<LinkTrigger, Outcome>>> = {
  active: {
    checkout_opened: to('processing'),
    payment_succeeded: to('paid'),
    mark_paid: to('paid'),
    disable: to('disabled'),
    expire: to('expired'),
  },
  processing: {
    checkout_opened: refuse('request_in_flight'),
    checkout_over: to('active'),
    payment_succeeded: to('paid'),
    mark_paid: refuse('request_in_flight'),
    // Only once its checkout is closed, which `DisablePaymentLink` does first.
    disable: refuse('request_in_flight'),
  },
  paid: {
    update: refuse('link_already_paid'),
    share: refuse('link_already_paid'),
    checkout_opened: refuse('link_already_paid'),
    mark_paid: refuse('link_already_paid'),
    disable: refuse('link_already_paid'),
  },
  expired: {
    update: refuse('link_expired'),
    share: refuse('link_expired'),
    checkout_opened: refuse('link_expired'),
    // Late money still pays the link.
    payment_succeeded: to('paid'),
    mark_paid: to('paid'),
    disable: refuse('link_expired'),
  },
  disabled: {
    update: refuse('validation_error'),
    share: refuse('validation_error'),
    checkout_opened: refuse('validation_error'),
    payment_succeeded: to('paid'),
    mark_paid: to('paid'),
  },
}

const DETAILS: Partial<Record<ProblemCode, string>> = {
  link_already_paid: 'The link is already paid.',
  request_in_flight: 'A checkout of this link is in progress.',
  link_expired: 'The link is past its expiry.',
}

/** No `Retry-After`: a voucher may stay open for days. */
const closeFirst = (linkId: string): string =>
  'A checkout of this link is open, so the payer may be paying right now. Disable the link first, which closes the ' +
  'checkout at the provider, or wait until the checkout ends. If the provider does not close it, release the link: ' +
  releaseCommand(linkId)

/**
 * The link after the trigger.
 *
 * @throws Problem the trigger is refused in this state; nothing changes
 */
export function afterTrigger(link: PaymentLink, trigger: LinkTrigger, now: Date): PaymentLink {
  const status = statusAt(link, now)
  const outcome = LINK_TRANSITIONS[status][trigger]
  if (!outcome) return { ...link, status }
  if ('to' in outcome) {
    // The link may have expired while its checkout was open (R200).
    const hasExpired = trigger === 'checkout_over' && isExpired(link, now)
    return { ...link, status: hasExpired ? 'expired' : outcome.to }
  }
  if (outcome.refuse === 'validation_error') throw invalid('status', 'the link is disabled')
  const isBusy = outcome.refuse === 'request_in_flight'
  throw new Problem(outcome.refuse, {
    detail: isBusy && trigger === 'mark_paid' ? closeFirst(link.id) : DETAILS[outcome.refuse],
    // A payer has just opened another checkout; a retry closes that one.
    headers: isBusy && trigger === 'disable' ? { 'Retry-After': '2' } : undefined,
  })
}
