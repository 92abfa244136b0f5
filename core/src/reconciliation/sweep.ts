import type { Generation } from '../database/generation.js'
import { PeriodicTask } from '../work/task.js'
import { type Clock, iso, later, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { Problem } from '../kernel/problem.js'
import type { Timer } from '../kernel/timer.js'
import type { DuePayment, Payments } from '../payments/payments.repository.js'
import type { ProviderRegistry } from '../plugin-host/registry.js'
import type { CircuitBreaker } from './circuit-breaker.js'
import type { HandleNotification } from './handle-notification.task.js'
import type { Notifications } from './notifications.repository.js'
import type { VerifyPayment } from './verify-payment.js'

/** Small: the batch waits in memory. */
const BATCH = 40
/** For each provider. */
const CONCURRENCY = 4
/** Twenty a second per provider: below their rate limits, and no load on our API. */
const PACE_MS = 200
/** The longest run over a backlog: other work gets its turn, and stopping need not wait. */
const MAX_RUN_MS = 4 * SECOND_MS
/** Payments whose plugin is missing are tried rarely: they must end up under review. */
const ORPHANS_EVERY_MS = MINUTE_MS
/** The job comes first; the sweep finds notifications whose job was lost. */
const ALARM_MS = 10 * SECOND_MS

/** Finds due rows: payments to verify, notifications whose job was lost. */
export class Sweep extends PeriodicTask {
  readonly name = 'sweep'
  readonly everyMs = 5 * SECOND_MS
  private orphansAfter = 0

  constructor(
    private readonly payments: Payments,
    private readonly verifyPayment: VerifyPayment,
    private readonly notifications: Notifications,
    private readonly handleNotification: HandleNotification,
    private readonly registry: ProviderRegistry,
    private readonly breaker: CircuitBreaker,
    private readonly generation: Generation,
    private readonly clock: Clock,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {
    super()
  }

  async run(): Promise<void> {
    await this.generation.refresh()
    await Promise.all([
      this.sweepNotifications(),
      // Each provider separately: one that hangs must not hold up the others.
      ...this.registry.ids().map((provider) => this.sweepPayments(provider)),
      this.sweepOrphans(),
    ])
  }

  private async sweepNotifications(): Promise<void> {
    const overdue = await this.notifications.listOverdue(iso(later(this.clock.now(), -ALARM_MS)), BATCH)
    await this.inLanes(overdue, (id) => this.guarded(id, () => this.handleNotification.run({ id })))
  }

  private async sweepPayments(provider: string): Promise<void> {
    const until = later(this.clock.now(), MAX_RUN_MS)
    let due: DuePayment[]
    do {
      due = await this.payments.due(provider, iso(this.clock.now()), BATCH, this.breaker.openConnections())
      await this.inLanes(due, (payment) => this.guarded(payment.id, () => this.tryOut(payment)))
    } while (due.length === BATCH && this.clock.now() < until)
  }

  /** Payments of providers that are no longer installed. */
  private async sweepOrphans(): Promise<void> {
    const now = this.clock.now()
    if (now.getTime() < this.orphansAfter) return
    this.orphansAfter = later(now, ORPHANS_EVERY_MS).getTime()
    const orphans = await this.payments.dueOfOthers(this.registry.ids(), iso(now), BATCH)
    await this.inLanes(orphans, (id) => this.guarded(id, () => this.verify(id)))
  }

  private async verify(id: string): Promise<{ isKnown: boolean } | undefined> {
    const payment = await this.payments.findAny(id)
    return payment && this.verifyPayment.run(payment)
  }

  private async tryOut({ id, connectionId }: DuePayment): Promise<void> {
    await this.breaker.guard(connectionId, () => this.verify(id))
  }

  private async inLanes<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
    const waiting = [...items]
    const lane = async (): Promise<void> => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        await act(item)
        if (waiting.length > 0) await this.timer.sleep(PACE_MS)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, lane))
  }

  /** A failure must not stop the others; the row stays due. */
  private async guarded(id: string, act: () => Promise<unknown>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (error instanceof Problem && error.code === 'request_in_flight') return
      this.log.error({ err: error, id }, 'could not verify')
    }
  }
}
