import type { Generation } from '../database/generation.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { JobQueue } from '../work/job-queue.js'
import { Task } from '../work/task.js'
import { type Clock, DAY_MS, iso, later, SECOND_MS } from '../kernel/clock.js'
import { Problem } from '../kernel/problem.js'
import type { Connections } from '../connections/connections.repository.js'
import type { Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import type { Notification, Notifications } from './notifications.repository.js'
import type { VerifyPayment } from './verify-payment.js'

export const HANDLE_NOTIFICATION = 'handle-notification'

/** A notification about an unknown payment may be early, or belong to a backup that is yet to be restored. */
const KEEP_TRYING_MS = 3 * DAY_MS
/** A notification about a known payment is retried while its provider cannot be asked, for as long as refunds are watched. */
const KEEP_ASKING_MS = 30 * DAY_MS
const MAX_FOREIGN_TRIES = 6
const UNKNOWN = 'about nothing we know'
const FIRST_BACKOFF_MS = SECOND_MS
const MAX_BACKOFF_MS = 3600 * SECOND_MS

/** Verifies the payments that a notification names. Its own content changes nothing. */
export class HandleNotification extends Task {
  readonly name = HANDLE_NOTIFICATION

  constructor(
    private readonly notifications: Notifications,
    private readonly connections: Connections,
    private readonly payments: Payments,
    private readonly verifyPayment: VerifyPayment,
    private readonly jobs: JobQueue,
    private readonly generation: Generation,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super()
  }

  async run(payload: unknown): Promise<void> {
    const notification = await this.notifications.find((payload as { id: string }).id)
    if (!notification || notification.handledAt !== null) return
    await this.generation.refresh()
    const outcome = await this.handle(notification)
    await this.unitOfWork.run(async (tx) => {
      const now = this.clock.now()
      if (outcome === 'verified' || outcome === 'about nothing') {
        await this.notifications.markHandled(tx, notification.id, outcome, iso(now))
        return
      }
      const next = this.nextAttempt(notification, outcome, now)
      const attempts = notification.attempts + 1
      const isOurs = await this.notifications.reschedule(tx, notification.id, attempts, next && iso(next), outcome)
      if (!next || !isOurs) return
      await this.jobs.enqueue(tx, HANDLE_NOTIFICATION, { id: notification.id }, { runAt: next, key: notification.id })
    })
  }

  private async handle({ connectionId, subjects }: Notification): Promise<string> {
    if (subjects.length === 0) return 'about nothing'
    const found = await Promise.all(subjects.map((subject) => this.paymentOf(connectionId, subject)))
    let waiting: string | undefined
    for (const payment of found) {
      if (!payment) continue
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
    { paymentId, providerRef }: Notification['subjects'][number],
  ): Promise<Payment | undefined> {
    const connection = await this.connections.find(connectionId)
    if (!connection) return undefined
    const byId = paymentId === undefined ? undefined : await this.payments.find(connection, paymentId)
    if (byId?.connectionId === connectionId) return byId
    return providerRef === undefined ? undefined : this.payments.findByProviderRef(connectionId, providerRef)
  }

  private nextAttempt({ receivedAt, attempts, subjects }: Notification, outcome: string, now: Date): Date | null {
    // The merchant's other business at the same provider: stored, but not retried for days.
    const isForeign = outcome === UNKNOWN && !subjects.some(({ paymentId }) => paymentId?.startsWith('pay_'))
    if (isForeign && attempts >= MAX_FOREIGN_TRIES) return null
    const keepMs = outcome === UNKNOWN ? KEEP_TRYING_MS : KEEP_ASKING_MS
    if (now.getTime() - Date.parse(receivedAt) > keepMs) return null
    return later(now, Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempts))
  }
}
