import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, DAY_MS, HOUR_MS, iso, later } from '../kernel/clock.js'
import type { PeriodicTask } from '../work/periodic-task.js'
import type { Artifacts } from './artifacts.repository.js'
import type { OAuthClients } from './oauth-clients.repository.js'

/** How long a program that registered itself stays known while no person connects it. */
const UNUSED_CLIENTS_KEPT_MS = 30 * DAY_MS
/** An access token that has ended is told apart from one that never was. */
const KEPT_AFTER_END_MS = HOUR_MS

/** Deletes ended codes, tokens and requests, and programs that registered themselves for nothing. */
export class TidyOAuth implements PeriodicTask {
  readonly name = 'tidy-oauth'
  readonly everyMs = HOUR_MS

  constructor(
    private readonly artifacts: Artifacts,
    private readonly clients: OAuthClients,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now()
    await this.unitOfWork.run(async (tx) => {
      await this.artifacts.deleteExpired(tx, iso(later(now, -KEPT_AFTER_END_MS)))
      await this.clients.deleteUnused(tx, iso(later(now, -UNUSED_CLIENTS_KEPT_MS)))
    })
  }
}
