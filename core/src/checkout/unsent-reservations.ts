import type { ConnectedProvider } from '../connections/open-connection.js'
import { SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import { isBeingCreated, type Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import type { RecordProviderState } from '../payments/record-provider-state.js'
import type { Lease, VerificationLease } from '../payments/verification-lease.repository.js'

/** A reserved payment for which this process knows that nothing was sent to the provider. */
interface UnsentReservation {
  payment: Payment
  lease: Lease
  verdict: 'failed' | 'canceled'
  /** Another verification may repeat the creation; from then on its result counts. */
  isRepeatedElsewhere: boolean
  lookups: number
}

const MIN_BACKOFF_MS = SECOND_MS
const MAX_BACKOFF_MS = 5 * SECOND_MS
/** Beyond this the sweep finds them, later. */
const MAX_QUEUED = 10_000
/** A commit whose outcome was lost may still become visible. */
const MAX_ROW_LOOKUPS = 5

/**
 * Ends reservations whose provider was never called because our own database failed to record that. Otherwise such a
 * link would stay blocked until searches at the provider have found nothing for an hour.
 */
export class UnsentReservations {
  private readonly kept = new Map<string, UnsentReservation>()
  private isRunning = false
  private isStopped = false

  constructor(
    private readonly payments: Payments,
    private readonly record: RecordProviderState,
    private readonly lease: VerificationLease,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {}

  /** Retries in the background until the database has recorded it. Returns at once. */
  queue(
    to: ConnectedProvider,
    { payment, lease }: Pick<UnsentReservation, 'payment' | 'lease'>,
    verdict: UnsentReservation['verdict'],
    cause: unknown,
  ): void {
    const { id, linkId } = payment
    this.log.error(
      { err: cause, payment: id, link: linkId },
      'the database failed before a checkout was requested; the link is freed once the database is back',
    )
    if (this.kept.size >= MAX_QUEUED) return
    const isRepeatedElsewhere = to.plugin.manifest.capabilities.idempotentCreate
    this.kept.set(id, { payment, lease, verdict, isRepeatedElsewhere, lookups: 0 })
    if (!this.isRunning) void this.work()
  }

  stop(): void {
    this.isStopped = true
  }

  private async work(): Promise<void> {
    this.isRunning = true
    let pauseMs = MIN_BACKOFF_MS
    while (this.kept.size > 0 && !this.isStopped) {
      await this.timer.sleep(pauseMs)
      pauseMs = (await this.retryAll()) ? MIN_BACKOFF_MS : Math.min(MAX_BACKOFF_MS, pauseMs * 2)
    }
    this.isRunning = false
  }

  /** False: the database is not back yet. */
  private async retryAll(): Promise<boolean> {
    for (const [id, unsent] of this.kept) {
      if (this.isStopped) return true
      try {
        if (await this.end(unsent)) this.kept.delete(id)
      } catch {
        return false
      }
    }
    return true
  }

  /** True: done. */
  private async end(unsent: UnsentReservation): Promise<boolean> {
    const { payment, verdict } = unsent
    const found = await this.payments.findAny(payment.id)
    if (!found) return ++unsent.lookups >= MAX_ROW_LOOKUPS
    if (!isWaiting(found)) return true
    const lease = await this.leaseOf(found, unsent)
    if (lease === 'lost') return true
    if (lease === 'busy') return false
    // Read again: it may have changed before the lease was ours.
    const held = await this.payments.findAny(payment.id)
    if (!held || !isWaiting(held)) {
      await this.lease.release(payment.id, lease)
      return true
    }
    await this.record.recordNeverCreated(held, lease, verdict)
    this.log.info({ payment: payment.id, link: payment.linkId }, 'freed a link that a database failure had blocked')
    return true
  }

  private async leaseOf(found: Payment, unsent: UnsentReservation): Promise<Lease | 'lost' | 'busy'> {
    if (found.verifyingToken === unsent.lease.token) return unsent.lease
    if (unsent.isRepeatedElsewhere) return 'lost'
    return (await this.lease.claim(found.id)) ?? 'busy'
  }
}

const isWaiting = (payment: Payment): boolean => payment.status === 'pending' && isBeingCreated(payment)
