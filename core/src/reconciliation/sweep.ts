import type { Generation } from '../database/generation.js'
import { Chore } from '../jobs/task.js'
import { type Clock, iso, later, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { Problem } from '../kernel/problem.js'
import type { Payments } from '../payments/payments.repository.js'
import type { HandleNotification } from './handle-notification.task.js'
import type { Notifications } from './notifications.repository.js'
import type { VerifyPayment } from './verify-payment.js'

const BATCH = 40
const CONCURRENCY_PER_PROVIDER = 4
/** A job comes first; the sweep finds what its alarm missed. */
const ALARM_MS = 10 * SECOND_MS

/** Finds what is due in our own rows: payments to verify, notifications whose job was lost. */
export class Sweep extends Chore {
  readonly name = 'sweep'
  readonly everyMs = 5 * SECOND_MS

  constructor(
    private readonly payments: Payments,
    private readonly verifyPayment: VerifyPayment,
    private readonly notifications: Notifications,
    private readonly handleNotification: HandleNotification,
    private readonly generation: Generation,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super()
  }

  async run(): Promise<void> {
    await this.generation.refresh()
    await this.sweepNotifications()
    await this.sweepPayments()
  }

  private async sweepNotifications(): Promise<void> {
    const overdue = await this.notifications.overdue(iso(later(this.clock.now(), -ALARM_MS)), BATCH)
    for (const id of overdue) await this.guarded(id, () => this.handleNotification.run({ id }))
  }

  private async sweepPayments(): Promise<void> {
    const due = await this.payments.due(iso(this.clock.now()), BATCH)
    const byProvider = new Map<string, string[]>()
    for (const { id, provider } of due) byProvider.set(provider, [...(byProvider.get(provider) ?? []), id])
    const lanes = [...byProvider.values()].flatMap((ids) =>
      Array.from({ length: CONCURRENCY_PER_PROVIDER }, (_, lane) =>
        this.inTurn(ids.filter((_id, index) => index % CONCURRENCY_PER_PROVIDER === lane)),
      ),
    )
    await Promise.all(lanes)
  }

  private async inTurn(ids: string[]): Promise<void> {
    for (const id of ids) {
      await this.guarded(id, async () => {
        const payment = await this.payments.findAny(id)
        if (payment) await this.verifyPayment.run(payment)
      })
    }
  }

  /** One that fails does not keep the others waiting; it stays due. */
  private async guarded(id: string, act: () => Promise<unknown>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (error instanceof Problem && error.code === 'request_in_flight') return
      this.log.error({ err: error, id }, 'could not verify')
    }
  }
}
