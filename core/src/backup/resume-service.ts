import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Principal } from '../kernel/principal.js'
import { endQuarantine, readQuarantine } from '../quarantine/quarantine.repository.js'
import type { QuarantineState } from '../quarantine/quarantine-state.js'

export interface Resumed {
  /** What happened between the two may be missing. */
  missing: { from: string; until: string }
  /** Deliveries that are not sent: their receivers may have had them. `webhooks resend` sends one. */
  stoppedDeliveries: number
  /** Emails whose status is `unknown` now: they may have been sent. */
  unknownEmails: number
}

/** PayLink is not in quarantine. */
export class NotInQuarantineError extends Error {
  constructor() {
    super('PayLink is not in quarantine: there is nothing to resume.')
    this.name = 'NotInQuarantineError'
  }
}

/** Events about what certainly happened after the gap: no receiver has had them. */
const NEWS = `select e.id from events e join payments p on p.id = e.object_id or p.link_id = e.object_id
  where e.created_at > :until and p.paid_at > :until`

/**
 * Ends the quarantine, on the record. What was waiting to be sent when the database was copied may have been sent since,
 * and what was found out in quarantine may have been known before: neither is sent again. An invoice requested before is
 * looked up at its provider before its stamp is requested.
 */
export class ResumeService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly auditLog: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws NotInQuarantineError */
  async run(principal: Principal): Promise<Resumed> {
    return this.unitOfWork.run(async (tx) => {
      const state = await readQuarantine(tx)
      if (!state) throw new NotInQuarantineError()
      const resumed: Resumed = {
        missing: { from: state.copiedAt, until: state.knownUntil },
        stoppedDeliveries: await this.stopDeliveries(tx, state),
        unknownEmails: await this.stopEmails(tx),
      }
      await this.auditLog.append(tx, principal, {
        accountId: null,
        action: 'quarantine.ended',
        target: state.reason,
        details: { startedAt: state.startedAt, ...resumed },
      })
      await endQuarantine(tx, state)
      return resumed
    })
  }

  private async stopDeliveries(tx: Tx, { knownUntil }: QuarantineState): Promise<number> {
    return tx('webhook_deliveries')
      .whereNotNull('next_attempt_at')
      .whereRaw(`event_id not in (${NEWS})`, { until: knownUntil })
      .update({ status: 'stopped', next_attempt_at: null, claimed_by: null, finished_at: iso(this.clock.now()) })
  }

  private async stopEmails(tx: Tx): Promise<number> {
    return tx('email_deliveries').whereNotNull('next_attempt_at').update({
      status: 'unknown',
      next_attempt_at: null,
      claimed_by: null,
      error: 'Not sent: the database was restored, and this email may have been sent before.',
    })
  }
}
