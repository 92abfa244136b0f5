import type { ProviderState } from '@paylink/plugin-api'
import { isBookable } from '../kernel/currency.js'
import { MAX_TOTAL } from '../kernel/money.js'
import { releaseCommand } from '../kernel/operator-commands.js'
import { isBeingCreated, type Payment, type ReviewReason } from '../payments/payment.js'
import type { Decision } from './record-decision.js'

/** `refunded_with_invoice`: the payment was refunded, and its invoice is still valid (R236). */
export type ReviewKind = ReviewReason | 'refunded_with_invoice'

/** What may be decided at all; the payment and the provider's answer may forbid more. */
const DECISIONS: Record<ReviewKind, Decision['kind'][]> = {
  duplicate: ['refunded', 'keep'],
  mismatch: ['accept', 'refunded', 'keep'],
  unrecognized: ['failed', 'refunded', 'keep'],
  unknown_outcome: ['failed', 'keep'],
  refunded_with_invoice: ['keep'],
}

/** The decisions that a person is offered. `state`: the provider's last answer. */
export function decisionsAbout(
  payment: Payment,
  reason: ReviewKind | null,
  state: ProviderState | undefined,
): Decision['kind'][] {
  if (reason === null) return []
  const admitted = DECISIONS[reason].filter((kind) => {
    if (kind === 'accept') return state !== undefined && refusalToAccept(state) === null
    return kind === 'failed' || kind === 'refunded' ? refusalToEndAs(kind, payment) === null : true
  })
  return isBeingCreated(payment) ? [...admitted, 'ref'] : admitted
}

/** Why a review cannot end so; null: it can. */
export function refusalToEndAs(as: 'failed' | 'refunded', { status, reviewReason, linkId }: Payment): string | null {
  if (as === 'failed') {
    if (status === 'failed' || status === 'canceled') return null
    if (status !== 'pending') return `the provider confirms that it was paid: it is ${status}`
    if (reviewReason === null) {
      return `the provider reports the checkout again, and it can still be paid. To free its link: ${releaseCommand(linkId)}`
    }
    return reviewReason === 'mismatch'
      ? 'the provider confirms money: accept it, or refund it there and resolve as refunded'
      : null
  }
  if (status === 'succeeded' && reviewReason === null) return 'the provider confirms the money: no review is needed'
  const hasMoney = status === 'succeeded' || status === 'refunded'
  const mayHaveMoney = status === 'pending' && (reviewReason === 'mismatch' || reviewReason === 'unrecognized')
  return hasMoney || mayHaveMoney ? null : `there is no money to refund: the payment is ${status}`
}

/** Why the money of this answer cannot be accepted; null: it can. */
export function refusalToAccept({ amount, status }: ProviderState): string | null {
  if (!amount || (status !== 'paid' && status !== 'refunded')) {
    return `the provider confirms no money: its status is ${status}`
  }
  if (amount.amount < 1 || amount.amount > MAX_TOTAL) return `the amount ${amount.amount} is outside 1 to ${MAX_TOTAL}`
  return isBookable(amount.currency) ? null : `unsupported currency ${amount.currency}`
}
