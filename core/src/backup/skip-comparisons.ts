import type { AuditLog } from '../audit/audit-log.repository.js'
import type { PaymentConnection } from '../connections/connection.js'
import type { CompareCheckouts } from '../checkout/compare-checkouts.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Mode, modeOf } from '../kernel/mode.js'
import type { Principal } from '../kernel/principal.js'
import { lockQuarantine, markCompared, readKnown } from '../quarantine/quarantine.repository.js'
import { comparedUntil, type Uncompared } from '../quarantine/quarantine-state.js'
import { uncomparedOf } from '../quarantine/quarantine.js'
import { NotInQuarantineError, UnknownSkipError } from './resume-service.js'

export interface SkippedComparisons {
  /** Their checkouts that were opened between the two were compared by hand. */
  skipped: { connectionId: string; provider: string; mode: Mode; from: string; until: string }[]
}

/**
 * After a downtime, or a gap, no checkout is opened at a provider before its list was compared with the database. Where the list
 * cannot be read, the operator compares it by hand and ends the waiting, on the record.
 */
export class SkipComparisons {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly auditLog: AuditLog,
    private readonly compareCheckouts: CompareCheckouts,
  ) {}

  /**
   * @param ids of connections that are not compared yet
   * @throws NotInQuarantineError nothing is to be compared
   * @throws UnknownSkipError an id is of no connection that waits
   */
  async run(principal: Principal, ids: readonly string[]): Promise<SkippedComparisons> {
    return this.unitOfWork.run(async (tx) => {
      await lockQuarantine(tx)
      const waiting: { time: Uncompared; connection: PaymentConnection }[] = []
      for (const time of uncomparedOf(await readKnown(tx)))
        for (const connection of await this.compareCheckouts.uncompared(time)) waiting.push({ time, connection })
      if (waiting.length === 0) throw new NotInQuarantineError()
      const unknown = ids.filter((id) => !waiting.some(({ connection }) => connection.id === id))
      if (unknown.length > 0) throw new UnknownSkipError(unknown)
      const skipped: SkippedComparisons['skipped'] = []
      for (const { time, connection } of waiting.filter(({ connection: { id } }) => ids.includes(id))) {
        const { id, accountId, provider, livemode } = connection
        await markCompared(tx, time, id)
        const period = { from: comparedUntil(time, id), until: time.until }
        skipped.push({ connectionId: id, provider, mode: modeOf(livemode), ...period })
        const details = { provider, ...period }
        await this.auditLog.append(tx, principal, { accountId, action: 'downtime.skipped', target: id, details })
      }
      return { skipped }
    })
  }
}
