import type { UnitOfWork } from '../database/unit-of-work.js'
import type { PeriodicTask } from '../work/periodic-task.js'
import { type Clock, iso, SECOND_MS } from '../kernel/clock.js'
import type { PaymentLinks } from './payment-links.repository.js'

const BATCH = 500

/** Stores `expired` for links past their expiry. Readers see it already. */
export class ExpirePaymentLinks implements PeriodicTask {
  readonly name = 'expire-payment-links'
  readonly everyMs = 10 * SECOND_MS

  constructor(
    private readonly links: PaymentLinks,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    let expired: number
    do {
      expired = await this.unitOfWork.run((tx) => this.links.expire(tx, iso(this.clock.now()), BATCH))
    } while (expired === BATCH)
  }
}
