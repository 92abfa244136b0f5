import type { ProviderState } from '@paylink/plugin-api'
import { type Clock, HOUR_MS, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Quarantine } from '../quarantine/quarantine.js'
import type { Change, ChangeUnderLease } from './change-under-lease.js'
import { flagContradiction, type Judgement, judge, moreSevere } from './judge.js'
import type { OpenedCheckouts } from './opened-checkouts.repository.js'
import { isBeingCreated, lastKnownAt, type Payment, type ReviewReason } from './payment.js'
import type { PaymentDisputes } from './payment-disputes.js'
import type { Payments } from './payments.repository.js'
import type { ProviderAnswers } from './provider-answers.repository.js'
import type { SettlePayment } from './settle-payment.js'
import { GIVE_UP_MS, nextVerification, nextWatch } from './verification-schedule.js'
import type { Lease } from './verification-lease.repository.js'

export interface Recorded {
  payment: Payment
  changed: boolean
  /** The provider answered. */
  isKnown: boolean
  /** The checkout can still be paid although its link no longer waits for it. */
  isUnwanted: boolean
}

const REVIEW_EVERY_MS = 6 * HOUR_MS
/** The first retry after an outage; then every two minutes. The circuit breaker, not this delay, spares the provider. */
const AFTER_OUTAGE_MS = MINUTE_MS
const MAX_QUICK_RECHECKS = 6
/** Two complete searches at least this far apart are needed to conclude that there is no checkout. */
export const SEARCH_INTERVAL_MS = HOUR_MS
const MAX_WATCH_RETRIES = 12

/** A state of another checkout proves nothing about this one (I14). */
const ANOTHER_CHECKOUT: Judgement = {
  kind: 'review',
  reason: 'mismatch',
  detail: 'the provider answered about a different checkout',
}

/** How a state is known: the provider answered; it gave no answer, and it is assumed; or we have just brought it about. */
type StateSource = 'answered' | 'assumed' | 'brought about'

/** `knownAt`: what is found out now has changed since then. */
type ChangeAsked<T> = (...args: [...Parameters<Change<T>>, knownAt: string]) => Promise<T>

/** Records under a lease what was learnt about a payment and releases the lease, in one transaction. */
export class RecordProviderState {
  constructor(
    private readonly payments: Payments,
    private readonly answers: ProviderAnswers,
    private readonly openedCheckouts: OpenedCheckouts,
    private readonly settlePayment: SettlePayment,
    private readonly disputes: PaymentDisputes,
    private readonly changeUnderLease: ChangeUnderLease,
    private readonly quarantine: Quarantine,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** @throws LeaseLostError */
  async recordState(
    payment: Payment,
    lease: Lease,
    state: ProviderState,
    source: StateSource = 'answered',
  ): Promise<Recorded> {
    return this.changeAsked(payment, lease, async (tx, link, held, lastKnown) => {
      const now = iso(this.clock.now())
      const knownAt = source === 'brought about' ? now : lastKnown
      const isOtherCheckout = isOfAnother(payment, state)
      const isConclusive = source !== 'assumed' && !isOtherCheckout && state.status !== 'unrecognized'
      const found = this.resetSettled({
        ...(isOtherCheckout ? held : { ...held, ...providerFields(state, held), unknownSince: null }),
        ...(isConclusive && { askedAt: now }),
      })
      const hasMismatch = held.status === 'pending' && held.reviewReason === 'mismatch'
      const wasPaid = held.status === 'succeeded' || (hasMismatch && (await this.answers.hasConfirmedMoney(held, tx)))
      const judgement = isOtherCheckout ? ANOTHER_CHECKOUT : flagContradiction(found, wasPaid, judge(found, state))
      const isUnwanted = held.status === 'pending' ? link.status !== 'processing' : held.status !== 'succeeded'
      if (judgement.kind === 'waiting') {
        const waiting = this.scheduleNext(found, judgement.isDelayed)
        // The worker that is about to close the checkout may fail or die: the payment stays scheduled although it is settled.
        const next = {
          ...waiting,
          reconcileAfter: waiting.reconcileAfter ?? (isUnwanted ? this.nextQuickRetry(held) : null),
        }
        await this.payments.save(tx, held.status, next)
        return { payment: next, changed: false, isKnown: true, isUnwanted }
      }
      const isNewAnswer = await this.answers.store(tx, held.id, state, now)
      if (judgement.kind === 'review') {
        // A decided review is not raised again until the provider reports something new.
        const isDecided = !isNewAnswer && held.reviewReason === null && this.isDecidedByOperator(held)
        const { reviewReason, reviewSince } = held
        const next = isDecided
          ? this.defer(found, judgement.detail)
          : this.putUnderReview({ ...found, reviewReason, reviewSince }, judgement.reason, judgement.detail)
        await this.payments.save(tx, held.status, next)
        if (!isOtherCheckout) await this.disputes.recordDispute(tx, next, state.dispute, knownAt)
        const mayBePayable = held.status === 'pending' && judgement.reason === 'unrecognized'
        return { payment: next, changed: false, isKnown: true, isUnwanted: mayBePayable && isUnwanted }
      }
      // A failure counts for a settled payment, too: it may only be late.
      await this.payments.save(tx, held.status, found)
      const { paidAt = '' } = judgement.evidence
      const happenedAt = paidAt > knownAt ? paidAt : knownAt
      const settled = await this.settlePayment.apply(tx, link, found, { ...judgement.evidence, happenedAt })
      await this.disputes.recordDispute(tx, settled, state.dispute, happenedAt)
      if (settled.reviewReason === 'duplicate') {
        this.log.error({ payment: settled.id, link: link.id }, 'money came for a link that was paid already')
      }
      return { payment: settled, changed: settled.status !== held.status, isKnown: true, isUnwanted: false }
    })
  }

  /**
   * The first answer about a new checkout: usually it is open, and its link waits for it.
   *
   * @throws LeaseLostError
   */
  async recordOpened(payment: Payment, lease: Lease, state: ProviderState): Promise<Recorded> {
    const found = { ...payment, ...providerFields(state, payment), verifyingToken: null, verifyingUntil: null }
    const judgement = judge(found, state)
    if (judgement.kind === 'waiting' && !judgement.isDelayed && !isOfAnother(payment, state)) {
      const next = this.scheduleNext(found, false)
      const isNoted = await this.openedCheckouts.record(next, lease)
      if (isNoted) return { payment: next, changed: false, isKnown: true, isUnwanted: false }
    }
    return this.recordState(payment, lease, state)
  }

  /**
   * The provider could not be asked, or gave no answer. After an outage the payment is retried soon rather than at its
   * next scheduled time: money paid during the outage must be found within minutes (I12).
   *
   * @throws LeaseLostError
   */
  async recordFailure(payment: Payment, lease: Lease, reason: string, isOutage = false): Promise<Recorded> {
    return this.changeAsked(payment, lease, async (tx, _link, held) => {
      const now = this.clock.now()
      const silent = { ...held, unknownSince: held.unknownSince ?? iso(now) }
      const isLong = held.status === 'pending' && isUnknownForLong(silent, now)
      const next = isLong
        ? this.putUnderReview(silent, held.reviewReason ?? 'unknown_outcome', reason)
        : this.defer(silent, reason)
      const soon = this.nextQuickRetry(held)
      const isSoon = isOutage && (held.status === 'pending' || held.reconcileAttempts < MAX_QUICK_RECHECKS)
      if (isSoon && next.reconcileAfter !== null && next.reconcileAfter > soon) next.reconcileAfter = soon
      await this.payments.save(tx, held.status, next)
      return { payment: next, changed: false, isKnown: false, isUnwanted: false }
    })
  }

  /**
   * A complete search found no checkout. An hour later an operator may decide, without waiting for as long as a checkout
   * can live: no payer was ever given this one's address.
   *
   * @param askedAt when the search began: it cannot have found a checkout created since
   * @throws LeaseLostError
   */
  async recordNotFound(payment: Payment, lease: Lease, askedAt: Date): Promise<Recorded> {
    const reason = 'the provider has no checkout with our reference'
    return this.changeAsked(payment, lease, async (tx, _link, held) => {
      const next = { ...this.defer(held, reason), searchedInVainAt: held.searchedInVainAt ?? iso(askedAt) }
      const isLong = askedAt.getTime() - Date.parse(next.searchedInVainAt) >= SEARCH_INTERVAL_MS
      const isDecided = this.isDecidedByOperator(held)
      const noted =
        isLong && !isDecided && held.status === 'pending' ? this.flagForReview(next, 'unknown_outcome', reason) : next
      await this.payments.save(tx, held.status, noted)
      return { payment: noted, changed: false, isKnown: true, isUnwanted: false }
    })
  }

  /** The provider definitely has no checkout. @throws LeaseLostError */
  async recordNeverCreated(payment: Payment, lease: Lease, verdict: 'failed' | 'canceled'): Promise<Recorded> {
    return this.changeAsked(payment, lease, async (tx, link, held, happenedAt) => {
      const settled = await this.settlePayment.apply(tx, link, held, { verdict, happenedAt })
      return { payment: settled, changed: settled.status !== held.status, isKnown: true, isUnwanted: false }
    })
  }

  /**
   * The provider was asked: now, whatever it answered. After a gap this is noted once it has answered conclusively: until
   * then, what a payment turns out to have become may have been announced in the gap.
   */
  private changeAsked<T>(payment: Payment, lease: Lease, change: ChangeAsked<T>): Promise<T> {
    return this.changeUnderLease.run(payment, lease, (tx, link, held) => {
      const now = iso(this.clock.now())
      const knownAt = lastKnownAt(held, now)
      const askedAt = this.quarantine.mayBeAnnounced(knownAt) ? held.askedAt : now
      return change(tx, link, { ...held, askedAt }, knownAt)
    })
  }

  /** For a pending payment a decision holds for a week; then the same question is raised again. */
  private isDecidedByOperator({ reviewDecidedAt, status }: Payment): boolean {
    if (reviewDecidedAt === null) return false
    return status !== 'pending' || this.clock.now().getTime() - Date.parse(reviewDecidedAt) <= GIVE_UP_MS
  }

  /** Clears the error and review of a settled payment before the provider's new state is judged. A duplicate stays flagged. */
  private resetSettled(payment: Payment): Payment {
    if (payment.status === 'pending') return payment
    const isDuplicate = payment.reviewReason === 'duplicate'
    return {
      ...payment,
      reconcileAfter: nextWatch(payment, this.clock.now()),
      reconcileError: null,
      reconcileAttempts: 0,
      ...(isDuplicate ? {} : { reviewReason: null, reviewSince: null }),
    }
  }

  private nextQuickRetry({ reconcileAttempts }: Payment): string {
    return iso(later(this.clock.now(), reconcileAttempts === 0 ? AFTER_OUTAGE_MS : 2 * AFTER_OUTAGE_MS))
  }

  private scheduleNext(payment: Payment, isDelayed: boolean): Payment {
    if (payment.status !== 'pending') return payment
    const next = nextVerification(payment, isDelayed ? 'delayed' : 'open', this.clock.now())
    return {
      ...payment,
      reconcileAfter: iso(next),
      reconcileError: null,
      reconcileAttempts: 0,
      searchedInVainAt: null,
      reviewReason: null,
      reviewSince: null,
    }
  }

  private defer(payment: Payment, reason: string): Payment {
    if (payment.status !== 'pending') return this.deferSettled(payment)
    const waiting = isBeingCreated(payment) ? 'creating' : payment.voucher !== null ? 'delayed' : 'open'
    return {
      ...payment,
      reconcileAfter: iso(nextVerification(payment, waiting, this.clock.now())),
      reconcileError: reason,
      reconcileAttempts: payment.reconcileAttempts + 1,
    }
  }

  /** A settled payment: retried a limited number of times, unless it is under review. */
  private deferSettled(payment: Payment): Payment {
    if (payment.reconcileAfter === null) return payment
    const now = this.clock.now()
    const isTried = payment.reviewReason === null && payment.reconcileAttempts >= MAX_WATCH_RETRIES
    return {
      ...payment,
      reconcileAfter: isTried ? nextWatch(payment, now) : iso(later(now, REVIEW_EVERY_MS)),
      reconcileAttempts: payment.reconcileAttempts + 1,
    }
  }

  private putUnderReview(payment: Payment, reason: ReviewReason, detail: string): Payment {
    const reconcileAfter = iso(later(this.clock.now(), REVIEW_EVERY_MS))
    return { ...this.flagForReview(payment, reason, detail), reconcileAfter }
  }

  /** Asks for an operator's decision; the schedule continues. */
  private flagForReview(payment: Payment, reason: ReviewReason, detail: string): Payment {
    if (payment.reviewReason === null) {
      // The detail of an unknown outcome may be the provider's text and contain the customer's name.
      const logged = reason === 'unknown_outcome' ? undefined : detail
      this.log.error({ payment: payment.id, reason, detail: logged }, 'a payment needs review')
    }
    return {
      ...payment,
      reconcileError: detail,
      reviewReason: moreSevere(payment.reviewReason, reason),
      reviewSince: payment.reviewSince ?? iso(this.clock.now()),
    }
  }
}

/** After a decision to keep waiting, the question is raised again after the same time. */
function isUnknownForLong({ unknownSince, reviewDecidedAt }: Payment, now: Date): boolean {
  return [unknownSince, reviewDecidedAt].every((at) => at === null || now.getTime() - Date.parse(at) > GIVE_UP_MS)
}

/** While it is being created, a checkout is identified by our reference and mode; afterwards by the provider's. */
function isOfAnother(payment: Payment, state: ProviderState): boolean {
  if (!isBeingCreated(payment)) return state.providerRef !== payment.providerRef
  const isNamedOtherwise = state.paymentId !== undefined && state.paymentId !== payment.id
  return isNamedOtherwise || state.livemode !== payment.livemode
}

/** The payment's fields at the provider, as far as its answer has them. */
export function providerFields(state: ProviderState, payment: Payment): Partial<Payment> {
  return {
    providerRef: state.providerRef,
    redirectUrl: state.redirectUrl ?? payment.redirectUrl,
    checkoutExpiresAt: state.expiresAt ?? payment.checkoutExpiresAt,
    voucher: state.voucher ? JSON.stringify(state.voucher) : payment.voucher,
  }
}
