import type { ProviderState } from '@paylink/plugin-api'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, HOUR_MS, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import { type Judgement, judge } from './judge.js'
import type { OpenedCheckouts } from './opened-checkouts.repository.js'
import { isBeingCreated, type Payment, type ReviewReason } from './payment.js'
import type { PaymentDisputes } from './payment-disputes.js'
import type { Payments } from './payments.repository.js'
import type { ProviderAnswers } from './provider-answers.repository.js'
import type { SettlePayment } from './settle-payment.js'
import { GIVE_UP_MS, nextVerification, nextWatch } from './verification-schedule.js'
import type { Lease, VerificationLease } from './verification-lease.repository.js'

export interface Recorded {
  payment: Payment
  changed: boolean
  /** The provider answered. */
  isKnown: boolean
  /** The checkout can still be paid, though its link no longer waits for it. */
  isUnwanted: boolean
}

const REVIEW_EVERY_MS = 6 * HOUR_MS
/** Once, then every two minutes, however long it lasts: the pause of a provider that is down spares it, not we. */
const AFTER_OUTAGE_MS = MINUTE_MS
const MOST_SOON_SETTLED = 6
/** Two complete searches, at least so far apart, are needed to conclude anything of what they did not find. */
export const BETWEEN_SEARCHES_MS = HOUR_MS
const MOST_WATCH_TRIES = 12

/** Whatever it says of another checkout is no word about this one (I14). */
const ANOTHER_CHECKOUT: Judgement = {
  kind: 'review',
  reason: 'mismatch',
  detail: 'the provider answered about another checkout than it was asked about',
}

/** Writes down what was learnt about a payment under a lease, and gives the lease back, in one transaction. */
export class RecordProviderState {
  constructor(
    private readonly payments: Payments,
    private readonly answers: ProviderAnswers,
    private readonly openedCheckouts: OpenedCheckouts,
    private readonly settlePayment: SettlePayment,
    private readonly disputes: PaymentDisputes,
    private readonly lease: VerificationLease,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** @throws LeaseLostError */
  async known(payment: Payment, lease: Lease, state: ProviderState): Promise<Recorded> {
    return this.inLease(payment, lease, async (tx, link, held) => {
      const isOther = isOfAnother(payment, state)
      const found = this.understood(isOther ? held : { ...held, ...placeOf(state, held), unknownSince: null })
      const isOdd = held.status === 'pending' && held.reviewReason === 'mismatch'
      const hadMoney = held.status === 'succeeded' || (isOdd && (await this.answers.confirmedMoney(held, tx)))
      const judgement = isOther ? ANOTHER_CHECKOUT : unlessContradicted(found, hadMoney, judge(found, state))
      const isUnwanted = held.status === 'pending' ? link.status !== 'processing' : held.status !== 'succeeded'
      if (judgement.kind === 'waiting') {
        const waiting = this.waiting(found, judgement.isDelayed)
        // Whoever is to close it may fail, or die: it is looked at again, though it is over for us.
        const next = { ...waiting, reconcileAfter: waiting.reconcileAfter ?? (isUnwanted ? this.soon(held) : null) }
        await this.payments.save(tx, held.status, next)
        return { payment: next, changed: false, isKnown: true, isUnwanted }
      }
      const isNews = await this.answers.keep(tx, held.id, state, iso(this.clock.now()))
      if (judgement.kind === 'review') {
        // What a person has decided about is not raised again, until the provider says something else.
        const isDecided = !isNews && held.reviewReason === null && this.isSettledByPerson(held)
        const { reviewReason, reviewSince } = held
        const next = isDecided
          ? this.deferred(found, judgement.detail)
          : this.underReview({ ...found, reviewReason, reviewSince }, judgement.reason, judgement.detail)
        await this.payments.save(tx, held.status, next)
        if (!isOther) await this.disputes.note(tx, next, state.dispute)
        const mayBePayable = held.status === 'pending' && judgement.reason === 'unrecognized'
        return { payment: next, changed: false, isKnown: true, isUnwanted: mayBePayable && isUnwanted }
      }
      // A refusal of the provider's is evidence for a payment that is over, too: it may only be late.
      await this.payments.save(tx, held.status, found)
      const settled = await this.settlePayment.apply(tx, link, found, judgement.evidence)
      await this.disputes.note(tx, settled, state.dispute)
      if (settled.reviewReason === 'duplicate') {
        this.log.error({ payment: settled.id, link: link.id }, 'money came for a link that was paid already')
      }
      return { payment: settled, changed: settled.status !== held.status, isKnown: true, isUnwanted: false }
    })
  }

  /**
   * The first answer about a checkout that was made just now: most often it is open, and its link waits for it.
   *
   * @throws LeaseLostError
   */
  async opened(payment: Payment, lease: Lease, state: ProviderState): Promise<Recorded> {
    const found = { ...payment, ...placeOf(state, payment), verifyingToken: null, verifyingUntil: null }
    const judgement = judge(found, state)
    if (judgement.kind === 'waiting' && !judgement.isDelayed && !isOfAnother(payment, state)) {
      const next = this.waiting(found, false)
      const isNoted = await this.openedCheckouts.note(next, lease)
      if (isNoted) return { payment: next, changed: false, isKnown: true, isUnwanted: false }
    }
    return this.known(payment, lease, state)
  }

  /**
   * The provider could not be asked, or did not say. After an outage it is asked soon again, not at its next point
   * in the schedule: what was paid meanwhile is to be known within minutes (I12).
   *
   * @throws LeaseLostError
   */
  async unknown(payment: Payment, lease: Lease, why: string, isOutage = false): Promise<Recorded> {
    return this.inLease(payment, lease, async (tx, _link, held) => {
      const now = this.clock.now()
      const silent = { ...held, unknownSince: held.unknownSince ?? iso(now) }
      const isLong = held.status === 'pending' && isUnknownForLong(silent, now)
      const next = isLong
        ? this.underReview(silent, held.reviewReason ?? 'unknown_outcome', why)
        : this.deferred(silent, why)
      const soon = this.soon(held)
      const isSoon = isOutage && (held.status === 'pending' || held.reconcileAttempts < MOST_SOON_SETTLED)
      if (isSoon && next.reconcileAfter !== null && next.reconcileAfter > soon) next.reconcileAfter = soon
      await this.payments.save(tx, held.status, next)
      return { payment: next, changed: false, isKnown: false, isUnwanted: false }
    })
  }

  /**
   * A complete search found nothing. Once that has been so for an hour a person may decide, who need not wait as long
   * as a checkout could live: nobody was ever given the address of this one.
   *
   * @param askedAt when the search was begun: what came into being since it cannot have found
   * @throws LeaseLostError
   */
  async searchedInVain(payment: Payment, lease: Lease, askedAt: Date): Promise<Recorded> {
    const why = 'the provider has no checkout with our reference'
    return this.inLease(payment, lease, async (tx, _link, held) => {
      const next = { ...this.deferred(held, why), searchedInVainAt: held.searchedInVainAt ?? iso(askedAt) }
      const isLong = askedAt.getTime() - Date.parse(next.searchedInVainAt) >= BETWEEN_SEARCHES_MS
      const isDecided = this.isSettledByPerson(held)
      const noted = isLong && !isDecided && held.status === 'pending' ? this.raised(next, 'unknown_outcome', why) : next
      await this.payments.save(tx, held.status, noted)
      return { payment: noted, changed: false, isKnown: true, isUnwanted: false }
    })
  }

  /** It definitely has no checkout at the provider. @throws LeaseLostError */
  async never(payment: Payment, lease: Lease, verdict: 'failed' | 'canceled'): Promise<Recorded> {
    return this.inLease(payment, lease, async (tx, link, held) => {
      const settled = await this.settlePayment.apply(tx, link, held, { verdict })
      return { payment: settled, changed: settled.status !== held.status, isKnown: true, isUnwanted: false }
    })
  }

  /**
   * What else is written about a payment under a lease. `record` is given the rows locked, and saves the payment.
   *
   * @throws LeaseLostError
   */
  inLease<T>(
    payment: Payment,
    lease: Lease,
    record: (tx: Tx, link: PaymentLink, held: Payment) => Promise<T>,
  ): Promise<T> {
    return this.unitOfWork.run(async (tx) => {
      const { link, payment: locked } = await this.settlePayment.lock(tx, payment)
      this.lease.assertHeld(locked, lease)
      return record(tx, link, { ...locked, verifyingToken: null, verifyingUntil: null })
    })
  }

  /** A decision about a payment that still waits is good for a week: then the same doubt is raised again. */
  private isSettledByPerson({ reviewDecidedAt, status }: Payment): boolean {
    if (reviewDecidedAt === null) return false
    return status !== 'pending' || this.clock.now().getTime() - Date.parse(reviewDecidedAt) <= GIVE_UP_MS
  }

  /** The provider answered: whatever was odd about a settled payment is judged anew. A duplicate stays one. */
  private understood(payment: Payment): Payment {
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

  private soon({ reconcileAttempts }: Payment): string {
    return iso(later(this.clock.now(), reconcileAttempts === 0 ? AFTER_OUTAGE_MS : 2 * AFTER_OUTAGE_MS))
  }

  private waiting(payment: Payment, isDelayed: boolean): Payment {
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

  private deferred(payment: Payment, why: string): Payment {
    if (payment.status !== 'pending') return this.lookedAtLater(payment)
    const waiting = isBeingCreated(payment) ? 'creating' : payment.voucher !== null ? 'delayed' : 'open'
    return {
      ...payment,
      reconcileAfter: iso(nextVerification(payment, waiting, this.clock.now())),
      reconcileError: why,
      reconcileAttempts: payment.reconcileAttempts + 1,
    }
  }

  /** One that is settled: asked again in its turn, never over and over, unless it is under review. */
  private lookedAtLater(payment: Payment): Payment {
    if (payment.reconcileAfter === null) return payment
    const now = this.clock.now()
    const isTried = payment.reviewReason === null && payment.reconcileAttempts >= MOST_WATCH_TRIES
    return {
      ...payment,
      reconcileAfter: isTried ? nextWatch(payment, now) : iso(later(now, REVIEW_EVERY_MS)),
      reconcileAttempts: payment.reconcileAttempts + 1,
    }
  }

  private underReview(payment: Payment, reason: ReviewReason, detail: string): Payment {
    const reconcileAfter = iso(later(this.clock.now(), REVIEW_EVERY_MS))
    return { ...this.raised(payment, reason, detail), reconcileAfter }
  }

  /** A person is asked; the schedule goes on. */
  private raised(payment: Payment, reason: ReviewReason, detail: string): Payment {
    if (payment.reviewReason === null) {
      // Of an unknown outcome the detail may be the provider's own words, with the customer's name in them.
      const told = reason === 'unknown_outcome' ? undefined : detail
      this.log.error({ payment: payment.id, reason, detail: told }, 'a payment needs review')
    }
    return {
      ...payment,
      reconcileError: detail,
      reviewReason: graver(payment.reviewReason, reason),
      reviewSince: payment.reviewSince ?? iso(this.clock.now()),
    }
  }
}

/**
 * Money that came twice is that before anything else, whatever its provider says of it meanwhile (I16); and money that
 * came otherwise than asked for does not go away because of something that nobody understands.
 */
function graver(before: ReviewReason | null, now: ReviewReason): ReviewReason {
  if (before === 'duplicate') return before
  return before === 'mismatch' && now === 'unrecognized' ? before : now
}

/** A person who decided to keep waiting is asked again after as long a time. */
function isUnknownForLong({ unknownSince, reviewDecidedAt }: Payment, now: Date): boolean {
  return [unknownSince, reviewDecidedAt].every((at) => at === null || now.getTime() - Date.parse(at) > GIVE_UP_MS)
}

/** While it is being made its checkout is known by our reference and mode, from then on by the provider's. */
function isOfAnother(payment: Payment, state: ProviderState): boolean {
  if (!isBeingCreated(payment)) return state.providerRef !== payment.providerRef
  const isNamedOtherwise = state.paymentId !== undefined && state.paymentId !== payment.id
  return isNamedOtherwise || state.livemode !== payment.livemode
}

/** Money that came, as asked for or not, or was given back, cannot become otherwise by itself: a person must look. */
function unlessContradicted({ status }: Payment, hadMoney: boolean, judgement: Judgement): Judgement {
  if (judgement.kind === 'review') return judgement
  const says = judgement.kind === 'waiting' ? 'unpaid' : judgement.evidence.verdict
  const isLost = hadMoney && (says === 'failed' || says === 'canceled' || (says === 'unpaid' && status === 'pending'))
  const isBack = status === 'refunded' && says === 'paid'
  if (!isLost && !isBack) return judgement
  const was = status === 'pending' ? 'paid, though not as asked for' : status
  return { kind: 'review', reason: 'mismatch', detail: `the provider says ${says} of what was ${was}` }
}

/** Where the payment stands at the provider, as far as its answer tells. */
export function placeOf(state: ProviderState, payment: Payment): Partial<Payment> {
  return {
    providerRef: state.providerRef,
    redirectUrl: state.redirectUrl ?? payment.redirectUrl,
    checkoutExpiresAt: state.expiresAt ?? payment.checkoutExpiresAt,
    voucher: state.voucher ? JSON.stringify(state.voucher) : payment.voucher,
  }
}
