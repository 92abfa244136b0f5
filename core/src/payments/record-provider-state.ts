import type { ProviderState } from '@paylink/plugin-api'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso, later, HOUR_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { type Judgement, judge } from './judge.js'
import { isBeingCreated, type Payment, type ReviewReason } from './payment.js'
import type { Payments } from './payments.repository.js'
import type { SettlePayment } from './settle-payment.js'
import { GIVE_UP_MS, nextVerification } from './verification-schedule.js'
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
    private readonly settlePayment: SettlePayment,
    private readonly lease: VerificationLease,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** @throws LeaseLostError */
  async known(payment: Payment, lease: Lease, state: ProviderState): Promise<Recorded> {
    return this.inLease(payment, lease, async (tx, link, held) => {
      const isOther = !isBeingCreated(payment) && state.providerRef !== payment.providerRef
      const found = understood(isOther ? held : { ...held, ...placeOf(state, held) })
      const judgement = isOther ? ANOTHER_CHECKOUT : judge(found, state)
      if (judgement.kind === 'evidence') {
        // A refusal of the provider's is evidence for a payment that is over, too: it may only be late.
        await this.payments.save(tx, held.status, found)
        const settled = await this.settlePayment.apply(tx, link, found, judgement.evidence)
        if (settled.reviewReason === 'duplicate') {
          this.log.error({ payment: settled.id, link: link.id }, 'money came for a link that was paid already')
        }
        return { payment: settled, changed: settled.status !== held.status, isKnown: true, isUnwanted: false }
      }
      const next =
        judgement.kind === 'review'
          ? this.underReview(found, judgement.reason, judgement.detail)
          : this.waiting(found, judgement.isDelayed)
      await this.payments.save(tx, held.status, next)
      const isWanted = held.status === 'pending' ? link.status === 'processing' : held.status === 'succeeded'
      const isUnwanted = judgement.kind === 'waiting' && !isWanted
      return { payment: next, changed: false, isKnown: true, isUnwanted }
    })
  }

  /** The provider could not be asked, or did not say. @throws LeaseLostError */
  async unknown(payment: Payment, lease: Lease, why: string): Promise<Recorded> {
    return this.inLease(payment, lease, async (tx, _link, held) => {
      const now = this.clock.now()
      const isLong = held.status === 'pending' && now.getTime() - Date.parse(held.createdAt) > GIVE_UP_MS
      const next = isLong
        ? this.underReview(held, held.reviewReason ?? 'unknown_outcome', why)
        : this.deferred(held, why)
      await this.payments.save(tx, held.status, next)
      return { payment: next, changed: false, isKnown: false, isUnwanted: false }
    })
  }

  /** A complete search found nothing, for the first time. @throws LeaseLostError */
  async searchedInVain(payment: Payment, lease: Lease): Promise<Recorded> {
    const why = 'the provider has no checkout with our reference yet'
    return this.inLease(payment, lease, async (tx, _link, held) => {
      const next = { ...this.deferred(held, why), searchedInVainAt: held.searchedInVainAt ?? iso(this.clock.now()) }
      await this.payments.save(tx, held.status, next)
      return { payment: next, changed: false, isKnown: true, isUnwanted: false }
    })
  }

  /** It definitely has no checkout at the provider. @throws LeaseLostError */
  async never(payment: Payment, lease: Lease, verdict: 'failed' | 'canceled'): Promise<Recorded> {
    return this.inLease(payment, lease, async (tx, link, held) => {
      const settled = await this.settlePayment.apply(tx, link, held, { verdict })
      return { payment: settled, changed: settled.status !== held.status, isKnown: true, isUnwanted: false }
    })
  }

  private inLease(
    payment: Payment,
    lease: Lease,
    record: (
      tx: Parameters<SettlePayment['apply']>[0],
      link: Parameters<SettlePayment['apply']>[1],
      held: Payment,
    ) => Promise<Recorded>,
  ): Promise<Recorded> {
    return this.unitOfWork.run(async (tx) => {
      const { link, payment: locked } = await this.settlePayment.lock(tx, payment)
      this.lease.assertHeld(locked, lease)
      return record(tx, link, { ...locked, verifyingToken: null, verifyingUntil: null })
    })
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

  /** One that is settled, yet under review: asked again in its turn, never over and over. */
  private lookedAtLater(payment: Payment): Payment {
    if (payment.reconcileAfter === null) return payment
    return { ...payment, reconcileAfter: iso(later(this.clock.now(), REVIEW_EVERY_MS)) }
  }

  private underReview(payment: Payment, reason: ReviewReason, detail: string): Payment {
    const now = this.clock.now()
    if (payment.reviewReason === null) this.log.error({ payment: payment.id, reason, detail }, 'a payment needs review')
    return {
      ...payment,
      reconcileAfter: iso(later(now, REVIEW_EVERY_MS)),
      reconcileError: detail,
      reviewReason: reason,
      reviewSince: payment.reviewSince ?? iso(now),
    }
  }
}

/** Where the payment stands at the provider, as far as its answer tells. */
function placeOf(state: ProviderState, payment: Payment): Partial<Payment> {
  return {
    providerRef: state.providerRef,
    redirectUrl: state.redirectUrl ?? payment.redirectUrl,
    checkoutExpiresAt: state.expiresAt ?? payment.checkoutExpiresAt,
    voucher: state.voucher ? JSON.stringify(state.voucher) : payment.voucher,
  }
}

/** The provider answered: whatever was odd about a settled payment is judged anew. A duplicate stays one. */
function understood(payment: Payment): Payment {
  if (payment.status === 'pending') return payment
  const isDuplicate = payment.reviewReason === 'duplicate'
  return {
    ...payment,
    reconcileAfter: null,
    reconcileError: null,
    ...(isDuplicate ? {} : { reviewReason: null, reviewSince: null }),
  }
}
