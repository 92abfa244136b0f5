import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, DAY_MS, HOUR_MS, iso, later } from '../kernel/clock.js'
import type { PeriodicTask } from '../work/periodic-task.js'
import type { AgentMoney } from './agent-money.repository.js'
import type { Approvals } from './approvals.repository.js'

/** How long an approval can still be looked up after it ended. */
const APPROVALS_KEPT_MS = 30 * DAY_MS
/** Longer than a day is anywhere. */
const MONEY_KEPT_MS = 3 * DAY_MS

/** Deletes ended approvals, whose arguments may name customers, and the sums of past days. */
export class TidyAgents implements PeriodicTask {
  readonly name = 'tidy-agents'
  readonly everyMs = HOUR_MS

  constructor(
    private readonly approvals: Approvals,
    private readonly money: AgentMoney,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now()
    await this.unitOfWork.run(async (tx) => {
      await this.approvals.deleteBefore(tx, iso(later(now, -APPROVALS_KEPT_MS)))
      await this.money.deleteBefore(tx, iso(later(now, -MONEY_KEPT_MS)).slice(0, 10))
    })
  }
}
