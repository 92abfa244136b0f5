import type { Reader, Tx } from '../database/engine.js'
import type { AssociatedData, Sealer } from '../secrets/sealer.js'
import type { Found } from './found.js'

/** How many rows of each table were changed or deleted. */
export type Counts = Record<string, number>

/** An erasure that has begun. */
export interface Erasure {
  id: string
  accountId: string
  startedAt: string
  found: Found
  counts: Counts
}

interface Row {
  id: string
  account_id: string
  subject: string
  sealed_plan: string
  progress: string
  started_at: string
}

/** Erasures under way, so that one that was killed goes on; their row is deleted at the end. */
export class Erasures {
  constructor(
    private readonly reader: Reader,
    private readonly sealer: Sealer,
  ) {}

  async find(accountId: string, email: string): Promise<Erasure | undefined> {
    const row = await this.reader<Row>('erasures')
      .where({ account_id: accountId, subject: this.subjectOf(accountId, email) })
      .first()
    if (!row) return undefined
    const plan = await this.sealer.open(associatedData(row.id, accountId), row.sealed_plan)
    const counts = JSON.parse(row.progress) as Counts
    return { id: row.id, accountId, startedAt: row.started_at, found: JSON.parse(plan) as Found, counts }
  }

  /** Outside a transaction: it only computes. */
  seal({ id, accountId, found }: Erasure): Promise<string> {
    return this.sealer.seal(associatedData(id, accountId), JSON.stringify(found))
  }

  /** False: the same customer is being erased already. */
  async insert(tx: Tx, { id, accountId, startedAt, found, counts }: Erasure, sealedPlan: string): Promise<boolean> {
    const row: Row = {
      id,
      account_id: accountId,
      subject: this.subjectOf(accountId, found.identity.email),
      sealed_plan: sealedPlan,
      progress: JSON.stringify(counts),
      started_at: startedAt,
    }
    const inserted = await tx<Row>('erasures')
      .insert(row)
      .onConflict(['account_id', 'subject'])
      .ignore()
      .returning('id')
    return inserted.length > 0
  }

  /** In the transaction that changes the rows. @returns all counts so far; undefined: another process has ended it */
  async count(tx: Tx, id: string, table: string, rows: number): Promise<Counts | undefined> {
    const row = await tx<Row>('erasures').where({ id }).forUpdate().first('progress')
    if (!row) return undefined
    const counts = JSON.parse(row.progress) as Counts
    if (rows === 0) return counts
    counts[table] = (counts[table] ?? 0) + rows
    await tx<Row>('erasures')
      .where({ id })
      .update({ progress: JSON.stringify(counts) })
    return counts
  }

  /** False: another process was faster. */
  async end(tx: Tx, id: string): Promise<boolean> {
    return (await tx('erasures').where({ id }).delete()) > 0
  }

  private subjectOf(accountId: string, email: string): string {
    return this.sealer.authenticateLasting('customer erasure', `${accountId} ${email}`)
  }
}

const associatedData = (row: string, accountId: string): AssociatedData => ({
  table: 'erasures',
  column: 'sealed_plan',
  row,
  accountId,
  livemode: false,
})
