import { checkDecision, decisionBetween, checkReviews } from './check-decisions.js'
import { isPayable, type Session } from './provider-world.js'
import { isReleased } from './releases.js'
import { OUTAGE } from './sim-provider.js'
import type { LinkRow, PaymentRow, Snapshot } from './snapshot.js'
import type { World } from './world.js'

/** Transitions of a link between two snapshots. One commit may hold several. */
const LINK_MOVES: Record<string, string[]> = {
  active: ['processing', 'paid', 'disabled', 'expired'],
  processing: ['active', 'paid', 'expired', 'disabled'],
  expired: ['paid', 'disabled'],
  disabled: ['paid'],
  paid: [],
}

const PAYMENT_MOVES: Record<string, string[]> = {
  pending: ['succeeded', 'failed', 'canceled', 'refunded'],
  succeeded: ['refunded'],
  failed: ['succeeded', 'refunded'],
  canceled: ['succeeded', 'refunded'],
  refunded: [],
}

const AFTER_OUTAGE_MS = 60_000
const MAX_QUICK_RECHECKS = 300
const DAY_MS = 24 * 3_600_000
/** The last poll at thirty days may be 10 % early. */
const REFUND_WATCH_MS = 27 * DAY_MS
const VOUCHER_WATCH_MS = 3 * DAY_MS
const CUT_OFF_MS = 30 * 60_000
/** A checkout opened just before the cut-off lives as long as the provider's minimum. */
const LONGER_THAN_LINK_MS = 61_000

export function compareLinks(world: World, before: Snapshot, after: Snapshot): void {
  for (const link of after.links.values()) {
    const was = before.links.get(link.id)
    if (!was) continue
    const isChanged = (['slug', 'items', 'amount_centavos', 'currency', 'created_at'] as const).some(
      (field) => was[field] !== link[field],
    )
    if (isChanged) world.checker.report('I7', `what never changes of link ${link.id} has changed`)
    if (was.status !== link.status && !LINK_MOVES[was.status]?.includes(link.status)) {
      world.checker.report('I4', `link ${link.id} went from ${was.status} to ${link.status}`)
    }
    if (was.paid_payment_id !== null && was.paid_payment_id !== link.paid_payment_id) {
      world.checker.report('I3', `link ${link.id} was paid by ${was.paid_payment_id}, now by ${link.paid_payment_id}`)
    }
  }
  for (const id of before.links.keys()) if (!after.links.has(id)) world.checker.report('I10', `link ${id} is gone`)
}

export function comparePayments(world: World, before: Snapshot, after: Snapshot): void {
  for (const payment of after.payments.values()) {
    const was = before.payments.get(payment.id)
    if (was) compare(world, was, payment)
    else if (payment.provider === 'manual') {
      const isBusy = [...after.payments.values()].some(
        ({ link_id, status }) => link_id === payment.link_id && status === 'pending',
      )
      if (isBusy) world.checker.report('I23', `link ${payment.link_id} is marked paid while a checkout of it is open`)
    } else {
      // The first request may have been superseded in the same commit.
      const links = [before, after].flatMap(({ links }) => links.get(payment.link_id) ?? [])
      if (!links.some((link) => isInTime(payment, link))) {
        world.checker.report(
          'I8',
          `payment ${payment.id} began too late, or its checkout is longer than ${payment.link_id}`,
        )
      }
    }
    const decision = decisionBetween(before, after, payment.id)
    if (was && !decision && payment.amount_refunded < was.amount_refunded) {
      world.checker.report('I13', `payment ${payment.id} was refunded less than before`)
    }
    if (was?.status === payment.status) continue
    if (decision) checkDecision(world, payment, decision)
    else hasEvidence(world, payment)
  }
  for (const id of before.payments.keys())
    if (!after.payments.has(id)) world.checker.report('I10', `payment ${id} is gone`)
}

function compare(world: World, was: PaymentRow, is: PaymentRow): void {
  const report = (invariant: string, message: string): void =>
    world.checker.report(invariant, `payment ${is.id} ${message}`)
  if (was.status !== is.status && !PAYMENT_MOVES[was.status]?.includes(is.status)) {
    report('I13', `went from ${was.status} to ${is.status}`)
  }
  if (was.paid_at !== null && was.paid_at !== is.paid_at)
    report('I17', `was paid at ${was.paid_at}, now at ${is.paid_at}`)
  if (was.provider_ref !== is.provider_ref && !was.provider_ref.startsWith('creating:')) {
    report('I15', `was ${was.provider_ref} at its provider, now ${is.provider_ref}`)
  }
  if (was.connection_id !== is.connection_id || was.link_id !== is.link_id)
    report('I7', 'belongs to something else now')
  checkReviews(world, was, is)
  askedAgainSoon(world, was, is)
  if (!isWatched(is, world.nowMs)) report('I12', `is ${is.status}, and no poll is scheduled`)
}

/** After an outage pending payments are polled soon, not at their next scheduled time (I12). */
function askedAgainSoon(world: World, was: PaymentRow, is: PaymentRow): void {
  const attempts = is.reconcile_attempts
  if (is.status !== 'pending' || is.reconcile_error !== OUTAGE || attempts !== was.reconcile_attempts + 1) return
  if (attempts > MAX_QUICK_RECHECKS || is.reconcile_after === null || is.review_reason !== null) return
  const pauseMs = AFTER_OUTAGE_MS * (attempts === 1 ? 1 : 2)
  if (Date.parse(is.reconcile_after) > world.nowMs + pauseMs) {
    world.checker.report('I12', `after an outage, payment ${is.id} is asked about only at ${is.reconcile_after}`)
  }
}

/** Refunds may come for thirty days, late voucher payments for three: the poll lasts as long (I12). */
function isWatched(payment: PaymentRow, nowMs: number): boolean {
  const { status, provider, reconcile_after, paid_at, voucher, checkout_expires_at } = payment
  if (reconcile_after !== null || provider === 'manual') return true
  if (status === 'succeeded') return nowMs >= Date.parse(paid_at ?? '') + REFUND_WATCH_MS
  if (isReleased(payment)) return nowMs >= Date.parse(payment.released_at ?? '') + REFUND_WATCH_MS
  if (voucher === null || (status !== 'failed' && status !== 'canceled')) return true
  return checkout_expires_at === null || nowMs >= Date.parse(checkout_expires_at) + VOUCHER_WATCH_MS
}

/** A checkout starts only while its link can be paid (I8). */
function isInTime(payment: PaymentRow, link: LinkRow): boolean {
  if (link.expires_at === null) return true
  const expiresAt = Date.parse(link.expires_at)
  const isLong = Date.parse(payment.checkout_expires_at ?? link.expires_at) > expiresAt + LONGER_THAN_LINK_MS
  return Date.parse(payment.created_at) <= expiresAt - CUT_OFF_MS && !isLong
}

/** A payment leaves `pending` only with evidence (I11), and succeeds only with the right money (I14). */
function hasEvidence(world: World, payment: PaymentRow): void {
  const report = (invariant: string, message: string): void =>
    world.checker.report(invariant, `payment ${payment.id} ${message}`)
  if (payment.provider === 'manual' || payment.status === 'pending') return
  const sessions = world.sessions.filter(({ paymentId }) => paymentId === payment.id)
  if (isReleased(payment)) {
    if (sessions.some(({ status }) => status === 'open')) report('I6', 'was released, and could have been closed')
    return
  }
  if (payment.status === 'failed' || payment.status === 'canceled') {
    if (sessions.some(isPayable)) report('I11', `is ${payment.status}, and can still be paid`)
    if (sessions.some(wasPaidInTime)) report('I11', `is ${payment.status}, and was paid`)
    return
  }
  const session = world.sessions.find(({ id }) => id === payment.provider_ref)
  const isAccepted = world.checker.snapshot.decisions.get(payment.id)?.some(({ kind }) => kind === 'accept')
  if (session?.status !== 'paid') report('I14', `is ${payment.status}, and its provider has ${session?.status}`)
  else if (session.oddity !== null && !isAccepted) report('I14', `is ${payment.status} with another ${session.oddity}`)
  else if (session.connectionId !== payment.connection_id) report('I14', 'is of another connection')
  else if (payment.paid_at !== new Date(session.paidAt ?? 0).toISOString()) {
    report('I17', `was paid at ${session.paidAt}, and records ${payment.paid_at}`)
  }
  if (payment.status === 'refunded' && session && session.refunded < session.amount) report('I13', 'is not refunded')
}

const wasPaidInTime = (session: Session): boolean =>
  session.status === 'paid' && !session.isLate && session.oddity === null
