import type { Engine, Reader } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso, later } from '../kernel/clock.js'
import { type KeepEpoch, NOT_BEHIND } from '../quarantine/keep-epoch.js'
import type { Claim, Claimed } from './claim.js'
import type { LaneQuota } from './lanes.js'
import { LostClaims } from './lost-claims.js'

/** SQL fragments name the row's table `d`, the table of its lanes `p`. */
export interface DueColumns {
  table: string
  /** When the row is due; null: it is finished. */
  dueAt: string
  /** Who holds the claim. */
  holder: string
  /** When the claim expires: `dueAt` itself, or a column of its own. */
  until: string
  /** Which rows may be claimed at all. */
  only?: string
  /** What is done with them reaches others: not in a database that was put back to an earlier copy, which has them again. */
  isOutgoing?: boolean
  /**
   * The row's lane: a column that refers to `of`, whose rows may be limited, or an expression, which an index must have word
   * for word.
   */
  lane: { column: string; of: string; only?: string } | { expression: string }
  /** What else a claim and a release set. */
  onClaim?: string
  onRelease?: string
  /** The columns that a claim returns, and what it joins for them. */
  columns: readonly string[]
  more?: readonly string[]
  joins?: string
  /** Postgres may lose a claim in a crash: the row is then due again, and worked twice at worst. Saves an fsync. */
  isLossTolerated?: boolean
}

/** A table of due rows, with its statements. Make one per table, at the top of its repository. */
export class DueTable<Row> {
  readonly lanes: Statement<{ lane: string }>
  readonly claimOnPostgres: Statement<Row>
  readonly claimOnSqlite: Statement<{ id: string }>
  readonly readClaimed: Statement<Row>
  readonly renew: Statement<{ id: string }>
  readonly release: Statement<unknown>
  readonly releaseClaim: Statement<unknown>
  readonly releaseAllOf: Statement<unknown>
  /** Whether a claim moves the due time, so that an expired claim makes the row due. */
  readonly isDueWhenExpired: boolean

  constructor(readonly columns: DueColumns) {
    const { table, dueAt, holder, until, only, lane, onClaim, onRelease, joins = '' } = columns
    this.isDueWhenExpired = until === dueAt
    const free = this.isDueWhenExpired ? '' : `and (d.${until} is null or d.${until} <= ?)`
    const ahead = columns.isOutgoing === true ? `and ${NOT_BEHIND}` : ''
    const due = `d.${dueAt} <= ? ${free} ${only ? `and ${only}` : ''} ${ahead}`
    const isColumn = 'column' in lane
    const of = isColumn ? `d.${lane.column}` : lane.expression
    const parent = isColumn && lane.only ? `join ${lane.of} p on p.id = ${of} and ${lane.only}` : ''
    const set = `${holder} = ?, ${until} = ? ${onClaim ? `, ${onClaim}` : ''}`
    const select = [...columns.columns.map((column) => `d.${column}`), ...(columns.more ?? [])].join(', ')
    const asyncCommit = columns.isLossTolerated === true

    this.lanes = new Statement(
      isColumn
        ? `select p.id as lane from ${lane.of} p
           where ${lane.only ?? 'true'} and exists (select 1 from ${table} d where ${of} = p.id and ${due})`
        : // From lane to lane through the index: `distinct` would read the backlog, and so might `exists`.
          `with recursive waiting (lane) as (
             select (select ${of} from ${table} d where d.${dueAt} is not null order by ${of} limit 1)
             union all
             select (select ${of} from ${table} d where d.${dueAt} is not null and ${of} > waiting.lane order by ${of} limit 1)
             from waiting where waiting.lane is not null)
           select lane from waiting
           where lane is not null
             and (select 1 from ${table} d where ${of} = waiting.lane and ${due} order by d.${dueAt}, d.id limit 1) is not null`,
    )
    // For an array of ids the planner expects few rows; for a subquery it would scan whole tables.
    this.claimOnPostgres = new Statement<Row>(
      '',
      `with ${asyncCommit ? "async_commit as (select set_config('synchronous_commit', 'off', true))," : ''}
       quotas as (select * from json_to_recordset(?::json) as one (lane text, quota int)),
       due as (
         select one.id from quotas ${isColumn ? `join ${lane.of} p on p.id = quotas.lane and ${lane.only ?? 'true'}` : ''}
         cross join lateral (
           select d.id from ${table} d where ${of} = quotas.lane and ${due}
           order by d.${dueAt}, d.id limit quotas.quota for update skip locked) one),
       d as (
         update ${table} set ${set} where id = any (array(select id from due)) returning ${columns.columns.join(', ')})
       select ${select} from ${asyncCommit ? 'async_commit cross join' : ''} d ${joins}`,
    )
    this.claimOnSqlite = new Statement(
      `update ${table} set ${set} where id in (
         select d.id from ${table} d ${parent} where ${of} = ? and ${due} order by d.${dueAt}, d.id limit ?)
       returning id`,
    )
    this.readClaimed = new Statement<Row>(
      `select ${select} from ${table} d ${joins} where d.id in (select value from json_each(?))`,
    )
    this.renew = new Statement(
      `update ${table} set ${until} = ? where id = ? and ${holder} = ? and ${until} = ? returning id`,
    )
    const releaseWhere = (condition: string) =>
      new Statement<unknown>(
        `update ${table} set ${holder} = null, ${until} = ? ${onRelease ? `, ${onRelease}` : ''} where ${condition}`,
      )
    this.release = releaseWhere(`id = ? and ${holder} = ? and ${until} = ?`)
    // A claimed row is still due, unless the claim has moved that: an index leads to it.
    const wasDue = this.isDueWhenExpired ? '' : `and ${dueAt} is not null`
    this.releaseClaim = releaseWhere(`${holder} = ? and ${until} = ? ${wasDue}`)
    this.releaseAllOf = releaseWhere(`${holder} = ?`)
  }
}

/** Claims due rows, for all tables alike. */
export class DueRows {
  private readonly lostClaims = new LostClaims()

  constructor(
    private readonly engine: Engine,
    private readonly reader: Reader,
    private readonly unitOfWork: UnitOfWork,
    private readonly epoch: KeepEpoch,
    private readonly clock: Clock,
  ) {}

  /** The lanes that have due rows. Releases first what a claim holds whose answer was lost. */
  async lanesWithDue<Row>(table: DueTable<Row>): Promise<string[]> {
    await this.releaseLostClaims(table)
    const rows = await table.lanes.rows(this.reader, this.due(table))
    return rows.map(({ lane }) => lane)
  }

  /** Claims due rows for `holder` until `until`, of each lane the longest due first. Skips rows that others claim. */
  async claim<Row>(table: DueTable<Row>, quotas: readonly LaneQuota[], claim: Claim): Promise<Row[]> {
    try {
      const rows = await this.tryClaim(table, quotas, claim)
      if (rows.length > 0) this.lostClaims.recordAnswer(table, claim)
      return rows
    } catch (error) {
      this.lostClaims.recordLoss(table, claim)
      throw error
    }
  }

  /** Extends a claim until `until`. False: it is lost. */
  async renew<Row>(table: DueTable<Row>, id: string, claim: Claim, until: string): Promise<boolean> {
    const renewed = await this.unitOfWork.runSingle((on) =>
      table.renew.rows(on, [until, id, claim.holder, claim.until]),
    )
    return renewed.length > 0
  }

  /** Releases these rows, unless their claims are lost: they are due at once. */
  async release<Row>(table: DueTable<Row>, rows: readonly Claimed[]): Promise<void> {
    if (rows.length === 0) return
    const dueAt = this.dueOnRelease(table)
    await this.unitOfWork.run(async (tx) => {
      for (const { id, claim } of rows) await table.release.rows(tx, [dueAt, id, claim.holder, claim.until])
    })
  }

  /** Releases whatever these dead holders held. A living one may hold rows that no worker of it claimed. */
  async releaseAllOf<Row>(table: DueTable<Row>, deadHolders: readonly string[]): Promise<void> {
    if (deadHolders.length === 0) return
    const dueAt = this.dueOnRelease(table)
    await this.unitOfWork.run(async (tx) => {
      for (const holder of deadHolders) await table.releaseAllOf.rows(tx, [dueAt, holder])
    })
  }

  /** Makes rows due that wait for longer than any backoff: the clock was set back. `only`: SQL on the table's columns. */
  async clampNextAttempt<Row>(
    { columns: { table, dueAt } }: DueTable<Row>,
    maxMs: number,
    only: string,
  ): Promise<void> {
    const now = this.clock.now()
    const tooLate = (on: Reader) =>
      on(table)
        .where(dueAt, '>', iso(later(now, maxMs)))
        .whereRaw(only)
    if (!(await tooLate(this.reader).first('id'))) return
    await this.unitOfWork.run((tx) => tooLate(tx).update({ [dueAt]: iso(now) }))
  }

  private async tryClaim<Row>(
    table: DueTable<Row>,
    quotas: readonly LaneQuota[],
    { holder, until }: Claim,
  ): Promise<Row[]> {
    const due = this.due(table)
    if (this.engine === 'postgres') {
      const values = [JSON.stringify(quotas), ...due, holder, until]
      return this.unitOfWork.runSingle((on) => table.claimOnPostgres.rows(on, values))
    }
    return this.unitOfWork.run(async (tx) => {
      const ids: string[] = []
      for (const { lane, quota } of quotas) {
        const claimed = await table.claimOnSqlite.rows(tx, [holder, until, lane, ...due, quota])
        ids.push(...claimed.map(({ id }) => id))
      }
      return ids.length === 0 ? [] : table.readClaimed.rows(tx, [JSON.stringify(ids)])
    })
  }

  private async releaseLostClaims<Row>(table: DueTable<Row>): Promise<void> {
    for (const claim of this.lostClaims.of(table, iso(this.clock.now()))) {
      const values = [this.dueOnRelease(table), claim.holder, claim.until]
      await this.unitOfWork.run((tx) => table.releaseClaim.rows(tx, values))
      this.lostClaims.forget(claim)
    }
  }

  private dueOnRelease<Row>({ isDueWhenExpired }: DueTable<Row>): string | null {
    return isDueWhenExpired ? iso(this.clock.now()) : null
  }

  private due<Row>(table: DueTable<Row>): string[] {
    const now = iso(this.clock.now())
    const times = table.isDueWhenExpired ? [now] : [now, now]
    return table.columns.isOutgoing ? [...times, this.epoch.seen] : times
  }
}
