import { isPayable, type Session } from './provider-world.js'
import { isReleased } from './releases.js'
import type { Decided, PaymentRow, Snapshot } from './snapshot.js'
import type { World } from './world.js'

const WEEK_MS = 7 * 24 * 3_600_000
const HOUR_MS = 3_600_000
const MAX_LEASE_MS = 60_000
const IN_VAIN = 'the provider has no checkout with our reference'

/** The decision made between two snapshots, if any. */
export function decisionBetween(before: Snapshot, after: Snapshot, paymentId: string): Decided | undefined {
  const decisions = after.decisions.get(paymentId) ?? []
  return decisions[before.decisions.get(paymentId)?.length ?? 0]
}

/** A person may end a payment whose checkout is not known yet, or whose voucher is printed: neither can be closed (R238). */
export function wasEndedBlindly({ payments, decisions }: Snapshot, { paymentId, isVoucher }: Session): boolean {
  const status = payments.get(paymentId)?.status
  if (isReleased(payments.get(paymentId))) return true
  if (status === 'pending' || status === 'succeeded') return false
  return (decisions.get(paymentId) ?? []).some(
    ({ kind, before }) =>
      (kind === 'failed' || kind === 'refunded') && (isVoucher || before.providerRef.startsWith('creating:')),
  )
}

/** A person may end a payment of unknown outcome, and accept money that differs from the amount. They cannot invent any (R238). */
export function checkDecision(world: World, payment: PaymentRow, { kind, before }: Decided): void {
  const report = (invariant: string, message: string): void =>
    world.checker.report(invariant, `payment ${payment.id} ${message}`)
  const { status } = payment
  const sessions = world.sessions.filter(({ paymentId }) => paymentId === payment.id)
  switch (kind) {
    case 'keep':
    case 'ref':
      return report('R238', `is ${status} by a decision that ends nothing: ${kind}`)
    case 'failed': {
      if (status !== 'failed') report('R238', `is ${status}, and was decided to be failed`)
      const isKnown = !before.providerRef.startsWith('creating:')
      if (isKnown && sessions.some((session) => isPayable(session) && !session.isVoucher)) {
        report('I6', 'was ended by a person, and can still be paid')
      }
      return
    }
    case 'refunded':
      return status === 'refunded' ? undefined : report('R238', `is ${status}, and was decided to be refunded`)
    case 'accept': {
      const session = world.sessions.find(({ id }) => id === payment.provider_ref)
      if (session?.status !== 'paid') return report('I14', `is ${status} by a decision, and was not paid`)
      const { amount } = world.at(session).stateOf(session)
      if (amount?.amount !== payment.amount_centavos || amount.currency !== payment.currency) {
        report(
          'I14',
          `records ${payment.amount_centavos} ${payment.currency}, and what came is ${JSON.stringify(amount)}`,
        )
      }
    }
  }
}

/** A review is raised for a reason, and not again about a decision (R238, I22). */
export function checkReviews(world: World, was: PaymentRow, is: PaymentRow): void {
  noteWhetherHeard(world, was, is)
  if (is.review_reason === null || is.review_reason === was.review_reason) return
  const report = (message: string): void => world.checker.report('R238', `payment ${is.id} ${message}`)
  const decidedAt = Date.parse(world.checker.lastDecision(is.id)?.at ?? '')
  const isFresh = world.nowMs - decidedAt <= WEEK_MS
  if (is.review_reason === 'unknown_outcome') {
    if (isFresh) report(`is in doubt again, within a week of a decision`)
    const isSearch = is.reconcile_error === IN_VAIN
    const since = isSearch
      ? Date.parse(is.searched_in_vain_at ?? '')
      : (world.heard.get(is.id) ?? Date.parse(is.created_at))
    if (world.nowMs - since < (isSearch ? HOUR_MS : WEEK_MS)) {
      report(`is in doubt, and its provider was heard of it at ${new Date(since).toISOString()}`)
    }
  }
  if (is.review_reason !== 'mismatch') return
  const session = world.sessions.find(({ paymentId }) => paymentId === is.id)
  const raisedAt = world.raised.get(is.id)
  // The answer that raised it is not older than the lease under which it was asked for.
  const isRecent = (at: number): boolean => raisedAt === undefined || at >= raisedAt - MAX_LEASE_MS
  const isNews = !session || isRecent(session.changedAt) || isRecent(session.puzzlingAt)
  // While pending, a decision holds for a week. During a review every answer is shown.
  const isDecided = is.status === 'pending' ? isFresh : !Number.isNaN(decidedAt)
  if (isDecided && !isNews && was.review_reason === null) {
    report(`is raised again, and was decided at ${new Date(decidedAt).toISOString()}`)
  }
  world.raised.set(is.id, world.nowMs)
}

/** A plain answer was recorded. */
function noteWhetherHeard(world: World, was: PaymentRow, is: PaymentRow): void {
  const isGivenBack = was.verifying_token !== null && is.verifying_token === null
  const isPlanned = was.reconcile_after !== is.reconcile_after
  if (isGivenBack && isPlanned && is.reconcile_error === null) world.heard.set(is.id, world.nowMs)
}
