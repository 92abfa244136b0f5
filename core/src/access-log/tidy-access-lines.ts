import type { PeriodicTask } from '../work/periodic-task.js'
import { type Clock, DAY_MS, MINUTE_MS } from '../kernel/clock.js'
import type { AccessLines } from './access-lines.repository.js'

const KEPT_MS = 7 * DAY_MS
const MAX_KEPT_AUTHENTICATED = 500_000
const MAX_KEPT_ANONYMOUS = 200_000
/** Each deletes up to 1,000 lines: together more than can be stored between two runs. */
const MAX_STATEMENTS = 200

/** Deletes access lines that are too old or too many. */
export class TidyAccessLines implements PeriodicTask {
  readonly name = 'tidy-access-lines'
  readonly everyMs = 5 * MINUTE_MS

  constructor(
    private readonly lines: AccessLines,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    await this.tidy(true, MAX_KEPT_AUTHENTICATED)
    await this.tidy(false, MAX_KEPT_ANONYMOUS)
  }

  private async tidy(ofCaller: boolean, maxKept: number): Promise<void> {
    const newestOld = firstIdOf(this.clock.now().getTime() - KEPT_MS)
    const newestBeyond = (await this.lines.newestBeyond(ofCaller, maxKept)) ?? ''
    const end = newestBeyond > newestOld ? newestBeyond : newestOld
    for (let count = 0; count < MAX_STATEMENTS; count++) {
      if (!(await this.lines.deleteUpTo(ofCaller, end))) return
    }
  }
}

/** Ids are UUIDv7: they begin with their creation time. */
function firstIdOf(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
