import type { Engine, Tx } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Scope } from '../kernel/principal.js'
import type { Ids } from '../kernel/ids.js'
import { WEBHOOK_BACKOFF } from '../work/backoff.js'
import type { Claim } from '../work/claim.js'
import { type DueRows, DueTable } from '../work/due-rows.js'
import type { LaneQuota } from '../work/lanes.js'
import type { Attempt, ClaimedDelivery, DeliveryStatus } from './delivery.js'

interface NewDelivery {
  eventId: string
  endpointId: string
}

export interface AfterAttempt {
  status: DeliveryStatus
  nextAttemptAt: string | null
}

interface ClaimedRow {
  id: string
  account_id: string
  livemode: boolean | number
  event_id: string
  endpoint_id: string
  attempts: number
  payload: string
  url: string
  sealed_secret: string
  sealed_former_secret: string | null
  former_secret_until: string | null
}

/** A claim that Postgres loses in a crash makes the delivery due again, and sent twice at worst (I27). */
const DELIVERIES = new DueTable<ClaimedRow>({
  table: 'webhook_deliveries',
  dueAt: 'next_attempt_at',
  holder: 'claimed_by',
  until: 'next_attempt_at',
  isOutgoing: true,
  lane: { column: 'endpoint_id', of: 'webhook_endpoints', only: "p.status = 'enabled'" },
  onClaim: "status = 'sending'",
  onRelease: "status = 'scheduled'",
  columns: ['id', 'account_id', 'livemode', 'event_id', 'endpoint_id', 'attempts'],
  more: ['e.payload', 'p.url', 'p.sealed_secret', 'p.sealed_former_secret', 'p.former_secret_until'],
  joins: 'join events e on e.id = d.event_id join webhook_endpoints p on p.id = d.endpoint_id',
  isLossTolerated: true,
})

const ADD_ATTEMPT =
  'insert into webhook_attempts (delivery_id, at, status, ms, error, answer) values (?, ?, ?, ?, ?, ?)'
/** Only the holder of the claim moves a delivery, except to `delivered`, which is true even if the claim was lost (I28). */
const MOVE = `update webhook_deliveries
  set status = ?, attempts = attempts + 1, next_attempt_at = ?, claimed_by = null, finished_at = ?
  where id = ? and ((claimed_by = ? and next_attempt_at = ?) or (status <> 'delivered' and ? = 'delivered'))
  returning id`
const NOTE_HEALTH = `update webhook_endpoints set failing_since = ?
  where id = ? and (failing_since is null) <> (cast(? as text) is null)`

const RECORD_ON_POSTGRES = new Statement<{ id: string }>(
  '',
  `with attempt as (${ADD_ATTEMPT}), health as (${NOTE_HEALTH}) ${MOVE.replace("? = 'delivered'", "?::text = 'delivered'")}`,
)
const ADD_ATTEMPT_ON_SQLITE = new Statement<unknown>(ADD_ATTEMPT)
const NOTE_HEALTH_ON_SQLITE = new Statement<unknown>(NOTE_HEALTH)
const MOVE_ON_SQLITE = new Statement<{ id: string }>(MOVE)

const insertSql = (columns: string, rows: string): string =>
  `insert into webhook_deliveries
     (account_id, livemode, status, next_attempt_at, finished_at, created_at, id, event_id, endpoint_id)
   select ${columns} from ${rows}`
/** One statement for all endpoints. */
const INSERT = new Statement<unknown>(
  insertSql("?, ?, ?, ?, ?, ?, value->>'id', value->>'eventId', value->>'endpointId'", 'json_each(?)'),
  insertSql(
    `?, ?::boolean, ?, ?::timestamptz, ?::timestamptz, ?::timestamptz, id, "eventId", "endpointId"`,
    'json_to_recordset(?::json) as one (id text, "eventId" text, "endpointId" text)',
  ),
)

const STOP_BATCH = 1000

/** Deliveries in progress. */
export class Deliveries {
  constructor(
    private readonly engine: Engine,
    private readonly dueRows: DueRows,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Due at once, or `isStopped`: not to be sent. */
  async insert(
    tx: Tx,
    { accountId, livemode }: Scope,
    deliveries: readonly NewDelivery[],
    { isStopped = false } = {},
  ): Promise<void> {
    const now = iso(this.clock.now())
    const rows = deliveries.map((delivery) => ({ id: this.ids.next('whd'), ...delivery }))
    const state = isStopped ? ['stopped', null, now] : ['scheduled', now, null]
    await INSERT.rows(tx, [accountId, livemode, ...state, now, JSON.stringify(rows)])
  }

  /** Ends deliveries of these events that failed and wait for their next attempt: others take their place. */
  async stopWaiting(tx: Tx, endpointId: string, eventIds: readonly string[]): Promise<void> {
    await tx('webhook_deliveries')
      .where({ endpoint_id: endpointId, status: 'scheduled' })
      .where('attempts', '>', 0)
      .whereIn('event_id', eventIds)
      .update({ status: 'stopped', next_attempt_at: null, finished_at: iso(this.clock.now()) })
  }

  endpointsWithDue(): Promise<string[]> {
    return this.dueRows.lanesWithDue(DELIVERIES)
  }

  /** The oldest first. */
  async claim(quotas: readonly LaneQuota[], claim: Claim): Promise<ClaimedDelivery[]> {
    const rows = await this.dueRows.claim(DELIVERIES, quotas, claim)
    return rows.map((row) => toClaimed(row, claim)).sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** Records an attempt. Returns whether the claim was still held. */
  async record({ id, endpointId, claim }: ClaimedDelivery, attempt: Attempt, next: AfterAttempt): Promise<boolean> {
    const ended = iso(this.clock.now())
    const finishedAt = next.nextAttemptAt === null ? ended : null
    const failingSince = next.status === 'delivered' ? null : ended
    const attemptValues = [id, attempt.at, attempt.status, attempt.ms, attempt.error, attempt.answer]
    const healthValues = [failingSince, endpointId, failingSince]
    const moveValues = [next.status, next.nextAttemptAt, finishedAt, id, claim.holder, claim.until, next.status]
    const moved = await this.unitOfWork.runSingle(async (on) => {
      if (this.engine === 'postgres') {
        return RECORD_ON_POSTGRES.rows(on, [...attemptValues, ...healthValues, ...moveValues])
      }
      await ADD_ATTEMPT_ON_SQLITE.rows(on, attemptValues)
      await NOTE_HEALTH_ON_SQLITE.rows(on, healthValues)
      return MOVE_ON_SQLITE.rows(on, moveValues)
    })
    return moved.length > 0
  }

  /**
   * Stops the open deliveries of a disabled endpoint; attempts in flight may still arrive. In batches, so that payments
   * are not blocked, and none once the endpoint is enabled again.
   */
  async stopAllOf(endpointId: string): Promise<void> {
    for (;;) {
      const stopped = await this.unitOfWork.run((tx) => {
        const disabled = tx('webhook_endpoints').where({ id: endpointId, status: 'disabled' }).select('id')
        const some = tx('webhook_deliveries')
          .whereIn('endpoint_id', disabled)
          .whereNotNull('next_attempt_at')
          .limit(STOP_BATCH)
          .select('id')
        return tx('webhook_deliveries')
          .whereIn('id', some)
          .update({ status: 'stopped', next_attempt_at: null, claimed_by: null, finished_at: iso(this.clock.now()) })
      })
      if (stopped < STOP_BATCH) return
    }
  }

  /** A clock that was set back must not postpone a first attempt, or a retry beyond the longest backoff. */
  async clampNextAttempt(): Promise<void> {
    await this.dueRows.clampNextAttempt(DELIVERIES, 0, "status = 'scheduled' and attempts = 0")
    await this.dueRows.clampNextAttempt(DELIVERIES, WEBHOOK_BACKOFF.maxMs, "status = 'scheduled'")
  }

  release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    return this.dueRows.release(DELIVERIES, deliveries)
  }

  releaseAllOf(deadProcesses: readonly string[]): Promise<void> {
    return this.dueRows.releaseAllOf(DELIVERIES, deadProcesses)
  }
}

const toClaimed = (row: ClaimedRow, claim: Claim): ClaimedDelivery => ({
  id: row.id,
  accountId: row.account_id,
  livemode: Boolean(row.livemode),
  endpointId: row.endpoint_id,
  attempts: row.attempts,
  claim,
  event: { id: row.event_id, payload: row.payload },
  url: row.url,
  sealedSecret: row.sealed_secret,
  sealedFormerSecret: row.sealed_former_secret,
  formerSecretUntil: row.former_secret_until,
})
