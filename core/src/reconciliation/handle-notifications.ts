import type { CompareCheckouts } from '../checkout/compare-checkouts.js'
import type { Connections } from '../connections/connections.repository.js'
import type { Generation } from '../database/generation.js'
import { DAY_MS, iso, later, SECOND_MS } from '../kernel/clock.js'
import { Problem } from '../kernel/problem.js'
import type { Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import { NOTIFICATION_BACKOFF } from '../work/backoff.js'
import type { LaneQuota } from '../work/lanes.js'
import { type LoopPorts, WorkLoop } from '../work/work-loop.js'
import type { ClaimedNotification, Notifications } from './notifications.repository.js'
import type { VerifyPayment } from './verify-payment.js'

/** Longer than the verification of one payment takes; renewed for each. */
const CLAIM_MS = 30 * SECOND_MS
/** A notification about an unknown payment may be early, or belong to a backup that is yet to be restored. */
const KEEP_TRYING_MS = 3 * DAY_MS
/** A notification about a known payment is retried while its provider cannot be asked, for as long as refunds are watched. */
const KEEP_ASKING_MS = 30 * DAY_MS
const MAX_FOREIGN_TRIES = 6
const UNKNOWN = 'about nothing we know'

/** Verifies the payments that notifications name. The content of a notification changes nothing. */
export class HandleNotifications extends WorkLoop<ClaimedNotification> {
  constructor(
    private readonly notifications: Notifications,
    private readonly connections: Connections,
    private readonly payments: Payments,
    private readonly verifyPayment: VerifyPayment,
    private readonly compareCheckouts: CompareCheckouts,
    private readonly generation: Generation,
    ports: LoopPorts,
  ) {
    super(
      {
        topic: 'notifications',
        limits: { perLane: 4, perSlowLane: 4 },
        lookEveryMs: SECOND_MS,
        drainMs: 5 * SECOND_MS,
      },
      ports,
    )
  }

  protected async lanesWithDue(): Promise<string[]> {
    await this.notifications.clampNextAttempt()
    return this.notifications.connectionsWithDue()
  }

  protected async claim(quotas: readonly LaneQuota[]): Promise<ClaimedNotification[]> {
    const claimed = await this.notifications.claim(quotas, this.nextClaim())
    if (claimed.length > 0) await this.generation.refresh()
    return claimed
  }

  protected laneOf({ connectionId }: ClaimedNotification): string {
    return connectionId
  }

  protected release(notifications: readonly ClaimedNotification[]): Promise<void> {
    return this.notifications.release(notifications)
  }

  protected async handle(notification: ClaimedNotification): Promise<boolean> {
    const outcome = await this.verifyAll(notification)
    if (outcome === null) return true
    const now = this.ports.clock.now()
    if (outcome === 'verified' || outcome === 'about nothing') {
      await this.notifications.markHandled(notification, outcome, iso(now))
    } else {
      await this.notifications.reschedule(notification, this.nextAttempt(notification, outcome, now), outcome)
    }
    return outcome !== 'retrying'
  }

  /** Null: the claim is lost. */
  private async verifyAll(notification: ClaimedNotification): Promise<string | null> {
    const { connectionId, subjects } = notification
    if (subjects.length === 0) return 'about nothing'
    const found = await Promise.all(subjects.map((subject) => this.paymentOf(connectionId, subject)))
    let waiting: string | undefined
    for (const [index, payment] of found.entries()) {
      const paymentId = subjects[index]?.paymentId
      if (!payment && paymentId !== undefined) await this.compareCheckouts.lookFor(connectionId, paymentId)
      if (!payment) continue
      if (index > 0 && !(await this.notifications.renew(notification, this.nextClaim().until))) return null
      const outcome = await this.verify(payment)
      // A payment that must wait does not hold up the others.
      if (outcome === 'retrying' || outcome === 'busy') waiting ??= outcome
    }
    return waiting ?? (found.includes(undefined) ? UNKNOWN : 'verified')
  }

  private async verify(payment: Payment): Promise<string> {
    try {
      const { outcome, isKnown } = await this.verifyPayment.run(payment)
      // Also for a settled payment: the notification is handled only once the provider has answered.
      return isKnown ? outcome : 'retrying'
    } catch (error) {
      // The verification in flight may have asked before the notification came: ask again.
      if (error instanceof Problem && error.code === 'request_in_flight') return 'busy'
      throw error
    }
  }

  /** By our own id, but only within the account and mode of the connection that received it. */
  private async paymentOf(
    connectionId: string,
    { paymentId, providerRef }: ClaimedNotification['subjects'][number],
  ): Promise<Payment | undefined> {
    const connection = await this.connections.find('payment', connectionId)
    if (!connection) return undefined
    const byId = paymentId === undefined ? undefined : await this.payments.find(connection, paymentId)
    if (byId?.connectionId === connectionId) return byId
    return providerRef === undefined ? undefined : this.payments.findByProviderRef(connectionId, providerRef)
  }

  private nextAttempt(
    { receivedAt, attempts, subjects }: ClaimedNotification,
    outcome: string,
    now: Date,
  ): string | null {
    // The merchant's other business at the same provider: stored, but not retried for days.
    const isForeign = outcome === UNKNOWN && !subjects.some(({ paymentId }) => paymentId?.startsWith('pay_'))
    if (isForeign && attempts >= MAX_FOREIGN_TRIES) return null
    const keepMs = outcome === UNKNOWN ? KEEP_TRYING_MS : KEEP_ASKING_MS
    if (now.getTime() - Date.parse(receivedAt) > keepMs) return null
    const delayMs = NOTIFICATION_BACKOFF.after(attempts + 1)
    return delayMs === null ? null : iso(later(now, delayMs))
  }

  private nextClaim(): { holder: string; until: string } {
    return { holder: this.ports.processId, until: iso(later(this.ports.clock.now(), CLAIM_MS)) }
  }
}
