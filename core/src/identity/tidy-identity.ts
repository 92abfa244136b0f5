import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, HOUR_MS, iso, later } from '../kernel/clock.js'
import type { PeriodicTask } from '../work/periodic-task.js'
import type { Challenges } from './challenges.repository.js'
import type { Devices } from './devices.repository.js'
import type { HeldFormRows } from './held-forms.repository.js'
import type { PendingSignIns } from './pending-sign-ins.repository.js'
import { ABSOLUTE_MS, KEPT_AFTER_END_MS } from './session.js'
import type { Sessions } from './sessions.repository.js'
import type { SignInLimits } from './sign-in-limits.repository.js'

/** Deletes what sign-ins leave behind. */
export class TidyIdentity implements PeriodicTask {
  readonly name = 'tidy-identity'
  readonly everyMs = HOUR_MS

  constructor(
    private readonly sessions: Sessions,
    private readonly pendingSignIns: PendingSignIns,
    private readonly devices: Devices,
    private readonly challenges: Challenges,
    private readonly limits: SignInLimits,
    private readonly heldForms: HeldFormRows,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now()
    const endedBefore = iso(later(now, -KEPT_AFTER_END_MS))
    const unusedBefore = iso(later(now, -ABSOLUTE_MS - KEPT_AFTER_END_MS))
    await this.unitOfWork.run((tx) => this.sessions.deleteBefore(tx, endedBefore, unusedBefore))
    await this.unitOfWork.run(async (tx) => {
      await this.pendingSignIns.deleteExpired(tx, iso(now))
      await this.devices.deleteExpired(tx, iso(now))
      await this.challenges.deleteExpired(tx)
      await this.limits.deleteFull(tx)
      await this.heldForms.deleteExpired(tx, iso(now))
    })
  }
}
