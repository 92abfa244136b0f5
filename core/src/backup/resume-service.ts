import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, HOUR_MS, iso, later, SECOND_MS } from '../kernel/clock.js'
import type { Principal } from '../kernel/principal.js'
import { MAY_BE_SENT } from '../mail/email.js'
import {
  endDowntime,
  endQuarantine,
  lockQuarantine,
  readKnown,
  readQuarantine,
} from '../quarantine/quarantine.repository.js'
import { comparedUntil, isCompared, type QuarantineState } from '../quarantine/quarantine-state.js'
import { verifySoon } from '../quarantine/verify-soon.repository.js'
import type { AdoptCheckouts, AdoptedCheckouts, UnreadConnection } from '../reconciliation/adopt-checkouts.js'

export interface Resumed {
  /** What happened between the two may be missing. */
  missing: { from: string; until: string }
  /** What each provider had of the missing time. */
  providers: AdoptedCheckouts[]
  /** Connections whose providers were not read, because the operator decided so. */
  skipped: UnreadConnection[]
  /** Deliveries that are not sent: their receivers may have had them. `webhooks resend` sends one. */
  stoppedDeliveries: number
  /** Emails whose status is `unknown` now: they may have been sent. */
  unknownEmails: number
}

/** A checkout opened since the copy may be unknown: opening another one could charge its payer twice. */
export class ProvidersUnreadError extends Error {
  constructor(unread: readonly UnreadConnection[], read: readonly AdoptedCheckouts[]) {
    const adopted = read.reduce((sum, one) => sum + one.adopted, 0)
    const meanwhile = adopted === 0 ? '' : ` Of the others, ${adopted} ${adopted === 1 ? 'was' : 'were'} adopted.`
    const reasons = unread.map(
      ({ connectionId, provider, mode, reason }) => `${provider} (${mode}, ${connectionId}): ${reason}`,
    )
    const options = unread.map(({ connectionId }) => `--skip ${connectionId}`).join(' ')
    super(
      `The checkouts opened since the copy could not all be read, so the quarantine goes on. ${reasons.join('; ')}.${meanwhile} Try again, or compare them in the provider's dashboard and run: paylink doctor --resume ${options}`,
    )
    this.name = 'ProvidersUnreadError'
  }
}

/** `--skip` names what is no connection of a provider. */
export class UnknownSkipError extends Error {
  constructor(ids: readonly string[]) {
    super(`--skip ${ids.join(', ')}: no connection that is to be read has this id; see paylink connections list.`)
    this.name = 'UnknownSkipError'
  }
}

/** Meanwhile a provider proved the database to be from an earlier moment. */
export class MoreMissingError extends Error {
  constructor({ copiedAt }: QuarantineState) {
    super(`More is missing than was read: the database is from ${copiedAt}. Run the command again.`)
    this.name = 'MoreMissingError'
  }
}

/** Checkouts are read from a little before the copy: the clocks of providers differ from ours. */
const MARGIN_MS = HOUR_MS

/** PayLink is not in quarantine. */
export class NotInQuarantineError extends Error {
  constructor() {
    super('PayLink is not in quarantine: there is nothing to resume.')
    this.name = 'NotInQuarantineError'
  }
}

/** A process learns of the quarantine with its next heartbeat. */
const LEARNING_MS = 10 * SECOND_MS

/** `until`: what is missing ends then. From `judgedFrom` on events and emails were stored with that in mind. */
interface Judged {
  until: string
  judgedFrom: string
}

function judgedIn({ knownUntil }: QuarantineState, now: Date): Judged {
  const until = knownUntil < iso(now) ? knownUntil : iso(now)
  return { until, judgedFrom: iso(later(new Date(until), LEARNING_MS)) }
}

/** Events about what certainly happened after the gap: no receiver has had them. */
const NEW_EVENTS = `select e.id from events e join payments p on p.id = e.object_id or p.link_id = e.object_id
  where e.created_at > :until and p.paid_at > :until`

/** Emails that certainly were not sent before: asked for since by a person, or about a later payment. */
const NEW_EMAILS = `select m.id from email_deliveries m left join payments p on p.id = m.payment_id
  where m.created_at > :until and m.next_attempt_at is not null
  and (m.kind in ('invitation', 'reset', 'security') or p.paid_at > :until)`

/**
 * Ends the quarantine, on the record, once the checkouts opened since the copy are known here. What was waiting to be
 * sent when the database was copied may have been sent since, and what was found out in quarantine may have been known
 * before: neither is sent again. An invoice requested before is looked up at its provider before its stamp is requested.
 */
export class ResumeService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly auditLog: AuditLog,
    private readonly adoptCheckouts: AdoptCheckouts,
    private readonly clock: Clock,
  ) {}

  /**
   * @param skip ids of connections whose providers cannot be read and were compared by hand
   * @throws NotInQuarantineError, ProvidersUnreadError, UnknownSkipError, MoreMissingError
   */
  async run(principal: Principal, skip: readonly string[] = []): Promise<Resumed> {
    const { state: known, gap, downtime } = await this.unitOfWork.run((tx) => readKnown(tx))
    if (!known) throw new NotInQuarantineError()
    const { copiedAt } = known
    const { read: providers, unread } = await this.adoptCheckouts.run((connectionId) => {
      // A connection that was not compared after an earlier downtime or gap may have more.
      const starts = [gap, downtime].flatMap((time) =>
        time && !isCompared(time, connectionId) ? [comparedUntil(time, connectionId)] : [],
      )
      const [since = copiedAt] = [copiedAt, ...starts].sort()
      return iso(later(new Date(since), -MARGIN_MS))
    }, skip)
    const all = [...providers, ...unread].map(({ connectionId }) => connectionId)
    const unknown = skip.filter((id) => !all.includes(id))
    if (unknown.length > 0) throw new UnknownSkipError(unknown)
    const open = unread.filter(({ connectionId }) => !skip.includes(connectionId))
    if (open.length > 0) throw new ProvidersUnreadError(open, providers)
    // Before the end, as it may be repeated: a command that dies here has changed nothing that counts.
    await verifySoon((work) => this.unitOfWork.run(work), this.clock, judgedIn(known, this.clock.now()).until)
    return this.unitOfWork.run(async (tx) => {
      await lockQuarantine(tx)
      const state = await readQuarantine(tx)
      if (!state) throw new NotInQuarantineError()
      if (state.copiedAt < copiedAt) throw new MoreMissingError(state)
      const period = judgedIn(state, this.clock.now())
      const resumed: Resumed = {
        missing: { from: state.copiedAt, until: state.knownUntil },
        ...{ providers, skipped: unread },
        stoppedDeliveries: await this.stopDeliveries(tx, period),
        unknownEmails: await this.stopEmails(tx, period),
      }
      await this.auditLog.append(tx, principal, {
        accountId: null,
        action: 'quarantine.ended',
        target: state.reason,
        details: { startedAt: state.startedAt, ...resumed },
      })
      await endQuarantine(tx, this.clock, state, all)
      if (downtime) await endDowntime(tx, downtime)
      return resumed
    })
  }

  private async stopDeliveries(tx: Tx, period: Judged): Promise<number> {
    return tx('webhook_deliveries')
      .whereNotNull('next_attempt_at')
      .where('created_at', '<=', period.judgedFrom)
      .whereRaw(`event_id not in (${NEW_EVENTS})`, { until: period.until })
      .update({ status: 'stopped', next_attempt_at: null, claimed_by: null, finished_at: iso(this.clock.now()) })
  }

  private async stopEmails(tx: Tx, period: Judged): Promise<number> {
    return tx('email_deliveries')
      .whereNotNull('next_attempt_at')
      .where('created_at', '<=', period.judgedFrom)
      .whereRaw(`id not in (${NEW_EMAILS})`, { until: period.until })
      .update({
        status: 'unknown',
        next_attempt_at: null,
        claimed_by: null,
        error: MAY_BE_SENT,
      })
  }
}
