import type { Knex } from 'knex'
import type { Engine, Reader, Tx } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Scope } from '../kernel/principal.js'
import { type Clock, iso, later } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import type { Attempt, ClaimedDelivery, DeliveryStatus } from './delivery.js'
import { MAX_BACKOFF_MS } from './retry-schedule.js'

export interface NewDelivery {
  eventId: string
  endpointId: string
}

/** The state of a delivery after an attempt. */
export interface AfterAttempt {
  status: DeliveryStatus
  nextAttemptAt: string | null
}

/** How many of an endpoint's deliveries to claim. */
export interface Wanted {
  endpointId: string
  room: number
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

const ENDPOINTS_WITH_DUE = new Statement<{ id: string }>(
  `select e.id from webhook_endpoints e where e.status = 'enabled'
     and exists (select 1 from webhook_deliveries d where d.endpoint_id = e.id and d.next_attempt_at <= ?)`,
)

const CLAIMED_COLUMNS = `d.id, d.account_id, d.livemode, d.event_id, d.endpoint_id, d.attempts, e.payload,
  p.url, p.sealed_secret, p.sealed_former_secret, p.former_secret_until`

/**
 * One statement for all endpoints; rows that another process is claiming are skipped. It does not wait for the disk: if
 * Postgres crashes and loses the claim, the delivery is due again and sent twice at worst (I27). The planner estimates few
 * rows for an array; for a subquery it would scan whole tables.
 */
const CLAIM_ON_POSTGRES = new Statement<ClaimedRow>(
  '',
  `with async_commit as (select set_config('synchronous_commit', 'off', true)),
   wanted as (select * from json_to_recordset(?::json) as one ("endpointId" text, room int)),
   due as (
     select one.id from wanted join webhook_endpoints p on p.id = wanted."endpointId" and p.status = 'enabled'
     cross join lateral (
       select id from webhook_deliveries where endpoint_id = p.id and next_attempt_at <= ?
       order by next_attempt_at, id limit wanted.room for update skip locked) one),
   d as (
     update webhook_deliveries set status = 'sending', claimed_by = ?, next_attempt_at = ?
     where id = any (array(select id from due)) returning id, account_id, livemode, event_id, endpoint_id, attempts)
   select ${CLAIMED_COLUMNS} from async_commit cross join d join events e on e.id = d.event_id
     join webhook_endpoints p on p.id = d.endpoint_id`,
)

const CLAIM_ON_SQLITE = new Statement<{ id: string }>(
  `update webhook_deliveries set status = 'sending', claimed_by = ?, next_attempt_at = ?
   where id in (
     select d.id from webhook_deliveries d join webhook_endpoints p on p.id = d.endpoint_id
     where d.endpoint_id = ? and d.next_attempt_at <= ? and p.status = 'enabled'
     order by d.next_attempt_at, d.id limit ?)
   returning id`,
)
const READ_CLAIMED = new Statement<ClaimedRow>(
  `select ${CLAIMED_COLUMNS} from webhook_deliveries d join events e on e.id = d.event_id
   join webhook_endpoints p on p.id = d.endpoint_id where d.id in (select value from json_each(?))`,
)

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
  `insert into webhook_deliveries (account_id, livemode, status, next_attempt_at, created_at, id, event_id, endpoint_id)
   select ${columns} from ${rows}`
/** One statement for all endpoints. */
const INSERT = new Statement<unknown>(
  insertSql("?, ?, 'scheduled', ?, ?, value->>'id', value->>'eventId', value->>'endpointId'", 'json_each(?)'),
  insertSql(
    `?, ?::boolean, 'scheduled', ?::timestamptz, ?::timestamptz, id, "eventId", "endpointId"`,
    'json_to_recordset(?::json) as one (id text, "eventId" text, "endpointId" text)',
  ),
)

const STOP_BATCH = 1000

/** Deliveries in progress. */
export class Deliveries {
  constructor(
    private readonly engine: Engine,
    private readonly reader: Reader,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Due at once. */
  async insert(tx: Tx, { accountId, livemode }: Scope, deliveries: readonly NewDelivery[]): Promise<void> {
    const now = iso(this.clock.now())
    const rows = deliveries.map((delivery) => ({ id: this.ids.next('whd'), ...delivery }))
    await INSERT.rows(tx, [accountId, livemode, now, now, JSON.stringify(rows)])
  }

  async endpointsWithDue(): Promise<string[]> {
    const rows = await ENDPOINTS_WITH_DUE.rows(this.reader, [iso(this.clock.now())])
    return rows.map(({ id }) => id)
  }

  /** Claims due deliveries until `until`, the longest due first. */
  async claim(wanted: readonly Wanted[], claimedBy: string, until: string): Promise<ClaimedDelivery[]> {
    const now = iso(this.clock.now())
    const rows =
      this.engine === 'postgres'
        ? await this.unitOfWork.runSingle((on) =>
            CLAIM_ON_POSTGRES.rows(on, [JSON.stringify(wanted), now, claimedBy, until]),
          )
        : await this.unitOfWork.run((tx) => claimOnSqlite(tx, wanted, now, claimedBy, until))
    return rows.map((row) => toClaimed(row, until)).sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** Records an attempt. Returns whether the claim was still held. */
  async record(
    { id, endpointId, claimedUntil }: ClaimedDelivery,
    claimedBy: string,
    attempt: Attempt,
    next: AfterAttempt,
  ): Promise<boolean> {
    const ended = iso(this.clock.now())
    const finishedAt = next.nextAttemptAt === null ? ended : null
    const failingSince = next.status === 'delivered' ? null : ended
    const attemptValues = [id, attempt.at, attempt.status, attempt.ms, attempt.error, attempt.answer]
    const healthValues = [failingSince, endpointId, failingSince]
    const moveValues = [next.status, next.nextAttemptAt, finishedAt, id, claimedBy, claimedUntil, next.status]
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

  /** Repairs times left by a clock that was set back: first attempts are due now, and no retry is later than the maximum backoff. */
  async clampNextAttempt(): Promise<void> {
    const now = this.clock.now()
    const postponed = (on: Knex) =>
      on('webhook_deliveries')
        .where({ status: 'scheduled' })
        // For the partial index on open deliveries.
        .whereNotNull('next_attempt_at')
        .whereRaw('((attempts = 0 and next_attempt_at > ?) or next_attempt_at > ?)', [
          iso(now),
          iso(later(now, MAX_BACKOFF_MS)),
        ])
    if (!(await postponed(this.reader).first('id'))) return
    await this.unitOfWork.run((tx) => postponed(tx).update({ next_attempt_at: iso(now) }))
  }

  /** Releases the claims of these processes, which are dead or draining: due at once. */
  async releaseAllOf(processIds: readonly string[]): Promise<void> {
    if (processIds.length === 0) return
    await this.unitOfWork.run((tx) =>
      tx('webhook_deliveries')
        .whereIn('claimed_by', processIds)
        .update({ status: 'scheduled', claimed_by: null, next_attempt_at: iso(this.clock.now()) }),
    )
  }
}

async function claimOnSqlite(
  tx: Tx,
  wanted: readonly Wanted[],
  now: string,
  claimedBy: string,
  until: string,
): Promise<ClaimedRow[]> {
  const ids: string[] = []
  for (const { endpointId, room } of wanted) {
    const claimed = await CLAIM_ON_SQLITE.rows(tx, [claimedBy, until, endpointId, now, room])
    ids.push(...claimed.map(({ id }) => id))
  }
  return ids.length === 0 ? [] : READ_CLAIMED.rows(tx, [JSON.stringify(ids)])
}

const toClaimed = (row: ClaimedRow, claimedUntil: string): ClaimedDelivery => ({
  id: row.id,
  accountId: row.account_id,
  livemode: Boolean(row.livemode),
  endpointId: row.endpoint_id,
  attempts: row.attempts,
  claimedUntil,
  event: { id: row.event_id, payload: row.payload },
  url: row.url,
  sealedSecret: row.sealed_secret,
  sealedFormerSecret: row.sealed_former_secret,
  formerSecretUntil: row.former_secret_until,
})
