import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, DAY_MS, iso } from '../kernel/clock.js'
import type { Timer } from '../kernel/timer.js'
import type { CustomerFinder } from './customer-finder.repository.js'
import type { EraseRows } from './erase-rows.js'
import type { Found } from './found.js'

const BATCH = 20
/** After an upgrade years of links may be due: it leaves the requests room. */
const PAUSE_MS = 50
/** Of any month. */
const LAST_DAY = 28

/**
 * Forgets the customers of links that ended unpaid long ago: what was asked for stays, of whom does not (R263). Called every
 * hour, it looks once a day.
 */
export class ForgetOldCustomers {
  private lastRunAt: number | null = null

  constructor(
    private readonly finder: CustomerFinder,
    private readonly eraseRows: EraseRows,
    private readonly unitOfWork: UnitOfWork,
    private readonly keptMonths: number,
    private readonly clock: Clock,
    private readonly timer: Timer,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now()
    if (this.lastRunAt !== null && now.getTime() - this.lastRunAt < DAY_MS) return
    const before = iso(monthsBefore(now, this.keptMonths))
    for (;;) {
      const linkIds = await this.finder.linksToForget(before, BATCH)
      for (const id of linkIds) await this.forget(await this.finder.ofUnpaidLink(id))
      if (linkIds.length < BATCH) break
      await this.timer.sleep(PAUSE_MS)
    }
    this.lastRunAt = now.getTime()
  }

  private async forget({ identity, rows }: Found): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      for (const [table, keys] of Object.entries(rows)) await this.eraseRows.run(tx, table, keys, identity)
    })
  }
}

/** At the latest: months differ in length. */
function monthsBefore(now: Date, months: number): Date {
  const day = Math.min(now.getUTCDate(), LAST_DAY)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, day))
}
