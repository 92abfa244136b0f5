import type { Generation } from '../database/generation.js'
import { Chore } from '../jobs/task.js'
import { type Clock, iso, later, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { Problem } from '../kernel/problem.js'
import type { Payments } from '../payments/payments.repository.js'
import type { ProviderRegistry } from '../plugin-host/registry.js'
import type { HandleNotification } from './handle-notification.task.js'
import type { Notifications } from './notifications.repository.js'
import type { VerifyPayment } from './verify-payment.js'

const BATCH = 40
/** For each provider. */
const CONCURRENCY = 4
/** What nobody can be asked about is looked at now and then: it must come to a person's notice in the end. */
const ORPHANS_EVERY_MS = MINUTE_MS
/** A job comes first; the sweep finds what its alarm missed. */
const ALARM_MS = 10 * SECOND_MS

/** Finds what is due in our own rows: payments to verify, notifications whose job was lost. */
export class Sweep extends Chore {
  readonly name = 'sweep'
  readonly everyMs = 5 * SECOND_MS
  private orphansAfter = 0

  constructor(
    private readonly payments: Payments,
    private readonly verifyPayment: VerifyPayment,
    private readonly notifications: Notifications,
    private readonly handleNotification: HandleNotification,
    private readonly registry: ProviderRegistry,
    private readonly generation: Generation,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super()
  }

  async run(): Promise<void> {
    await this.generation.refresh()
    await Promise.all([
      this.sweepNotifications(),
      // Each provider for itself: one that does not answer keeps the others waiting for nothing.
      ...this.registry.ids().map((provider) => this.sweepPayments(provider)),
      this.sweepOrphans(),
    ])
  }

  private async sweepNotifications(): Promise<void> {
    const overdue = await this.notifications.overdue(iso(later(this.clock.now(), -ALARM_MS)), BATCH)
    await this.inLanes(overdue, (id) => this.handleNotification.run({ id }))
  }

  private async sweepPayments(provider: string): Promise<void> {
    await this.verify(await this.payments.due(provider, iso(this.clock.now()), BATCH))
  }

  /** Payments of providers that are not installed any more. */
  private async sweepOrphans(): Promise<void> {
    const now = this.clock.now()
    if (now.getTime() < this.orphansAfter) return
    this.orphansAfter = later(now, ORPHANS_EVERY_MS).getTime()
    await this.verify(await this.payments.dueOfOthers(this.registry.ids(), iso(now), BATCH))
  }

  private verify(due: string[]): Promise<void> {
    return this.inLanes(due, async (id) => {
      const payment = await this.payments.findAny(id)
      if (payment) await this.verifyPayment.run(payment)
    })
  }

  private async inLanes(ids: string[], act: (id: string) => Promise<unknown>): Promise<void> {
    const waiting = [...ids]
    const lane = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await this.guarded(id, act)
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, lane))
  }

  /** One that fails does not keep the others waiting; it stays due. */
  private async guarded(id: string, act: (id: string) => Promise<unknown>): Promise<void> {
    try {
      await act(id)
    } catch (error) {
      if (error instanceof Problem && error.code === 'request_in_flight') return
      this.log.error({ err: error, id }, 'could not verify')
    }
  }
}
