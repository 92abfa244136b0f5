import type { ProviderState } from '@paylink/plugin-api'
import { MAX_TOTAL } from '../kernel/money.js'
import type { Payment, ReviewReason } from './payment.js'
import type { Evidence } from './settle-payment.js'

/** What a provider's state means for a payment. */
export type Judgement =
  | { kind: 'evidence'; evidence: Evidence }
  /** Still open at the provider, or waiting for a voucher to be paid. */
  | { kind: 'waiting'; isDelayed: boolean }
  | { kind: 'review'; reason: ReviewReason; detail: string }

/**
 * Money counts only if it is what we asked for: same payment, mode, amount and currency (R233, I14).
 * Anything else needs review.
 */
export function judge(payment: Payment, state: ProviderState): Judgement {
  switch (state.status) {
    case 'open':
      return { kind: 'waiting', isDelayed: false }
    case 'processing':
      return { kind: 'waiting', isDelayed: true }
    case 'failed':
      return { kind: 'evidence', evidence: { ...details(state), verdict: 'failed' } }
    case 'canceled':
    case 'expired':
      return { kind: 'evidence', evidence: { ...details(state), verdict: 'canceled' } }
    case 'paid':
    case 'refunded': {
      const difference = differenceOf(payment, state)
      if (difference !== null) return { kind: 'review', reason: 'mismatch', detail: difference }
      return { kind: 'evidence', evidence: evidenceOfMoney(payment, state) }
    }
    case 'unrecognized':
      return {
        kind: 'review',
        reason: 'unrecognized',
        detail: 'the provider reports a status that its plugin does not recognize',
      }
  }
}

export const evidenceOfMoney = ({ currency }: Pick<Payment, 'currency'>, state: ProviderState): Evidence => ({
  ...details(state),
  // A fee is only told: one that cannot be stored must not stand in the way of the payment.
  ...(state.fee?.currency === currency && state.fee.amount <= MAX_TOTAL && { feeCentavos: state.fee.amount }),
  verdict: state.status === 'refunded' ? 'refunded' : 'paid',
})

function differenceOf(payment: Payment, state: ProviderState): string | null {
  const { amount } = state
  if (state.paymentId !== payment.id) return `the provider's reference is ${state.paymentId ?? 'missing'}`
  if (state.livemode !== payment.livemode) return "the provider's object is of the other mode"
  if (amount?.currency !== payment.currency) return `the currency is ${amount?.currency ?? 'missing'}`
  if (amount.amount !== payment.amountCentavos) {
    return `the amount is ${amount.amount}, but ${payment.amountCentavos} was requested`
  }
  return null
}

function details(state: ProviderState): Omit<Evidence, 'verdict'> {
  const { method } = state
  return {
    paidAt: state.paidAt,
    amountRefunded: state.amountRefunded,
    ...(method
      ? {
          method: method.type,
          methodDetail: JSON.stringify({ raw: method.raw, card: method.card, trackingKey: method.trackingKey }),
        }
      : {}),
  }
}

/** A provider that takes back confirmed money, or a refund, contradicts itself: the payment needs review. */
export function flagContradiction(
  { status }: Pick<Payment, 'status'>,
  wasPaid: boolean,
  judgement: Judgement,
): Judgement {
  if (judgement.kind === 'review') return judgement
  const verdict = judgement.kind === 'waiting' ? 'unpaid' : judgement.evidence.verdict
  const isLost =
    wasPaid && (verdict === 'failed' || verdict === 'canceled' || (verdict === 'unpaid' && status === 'pending'))
  const takesBackRefund = status === 'refunded' && verdict === 'paid'
  if (!isLost && !takesBackRefund) return judgement
  const was = status === 'pending' ? 'paid with a mismatch' : status
  return { kind: 'review', reason: 'mismatch', detail: `the provider reports ${verdict}, but the payment was ${was}` }
}

/**
 * A duplicate stays a duplicate whatever its provider reports later (I16), and a mismatch is not replaced by an
 * unrecognized status.
 */
export function moreSevere(before: ReviewReason | null, now: ReviewReason): ReviewReason {
  if (before === 'duplicate') return before
  return before === 'mismatch' && now === 'unrecognized' ? before : now
}
