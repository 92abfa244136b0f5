import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Quarantine } from './quarantine.js'
import { beginQuarantine, lockQuarantine, readKnown } from './quarantine.repository.js'
import type { QuarantineReason } from './quarantine-state.js'

/** Without a downtime the database cannot have been put back by more than what a process does not notice. */
const MARGIN_MS = MINUTE_MS

export interface Evidence {
  reason: QuarantineReason
  /** When what is unknown here was made. */
  at: Date
  /** What it is, for the log. */
  id: string
}

/** Begins a quarantine when something turns up that this installation has made and its database does not know. */
export class ReportEvidence {
  constructor(
    private readonly quarantine: Quarantine,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async run({ reason, at, id }: Evidence): Promise<void> {
    const found = await this.unitOfWork.run(async (tx) => {
      await lockQuarantine(tx)
      const { state, gap, downtime } = await readKnown(tx)
      const former = gap && gap.from <= iso(at) && iso(at) <= gap.until ? gap : undefined
      const start = former?.from ?? downtime?.starts.findLast((one) => one <= iso(at))
      const copiedAt = start ?? iso(later(at, -MARGIN_MS))
      if (state && state.copiedAt <= copiedAt) return null
      const evidence = { reason, copiedAt, knownUntil: former?.until ?? iso(this.clock.now()) }
      await beginQuarantine(tx, this.clock, evidence)
      return evidence
    })
    if (found)
      this.log.error({ ...found, id }, 'the database is older than what it has made: quarantine, see paylink doctor')
    await this.quarantine.look()
  }
}
