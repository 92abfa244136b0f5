import { Columns, type RowOf } from '../database/columns.js'
import type { Reader, Tx } from '../database/engine.js'
import { iso, later } from '../kernel/clock.js'
import type { Scope } from '../kernel/principal.js'
import { type Approval, APPROVAL_MS } from './approval.js'

type Row = RowOf<Approval>

const APPROVAL = Columns.of<Approval>({
  id: 'text',
  accountId: 'text',
  livemode: 'boolean',
  holder: 'text',
  client: 'text',
  operation: 'text',
  idempotencyKey: 'text',
  arguments: 'json',
  argumentsHash: 'text',
  status: 'text',
  createdAt: 'timestamptz',
  expiresAt: 'timestamptz',
  decidedAt: 'timestamptz',
  decidedBy: 'text',
})

const toApproval = (row: Row): Approval => APPROVAL.fromRow(row)

export class Approvals {
  constructor(private readonly reader: Reader) {}

  async find({ accountId, livemode }: Scope, id: string, on: Reader | Tx = this.reader): Promise<Approval | undefined> {
    const row = await on<Row>('approvals').where({ account_id: accountId, livemode, id }).first()
    return row && toApproval(row)
  }

  async ofKey(
    { accountId, livemode }: Scope,
    holder: string,
    idempotencyKey: string,
    on: Reader | Tx = this.reader,
  ): Promise<Approval | undefined> {
    const key = { account_id: accountId, livemode, holder, idempotency_key: idempotencyKey }
    const row = await on<Row>('approvals').where(key).first()
    return row && toApproval(row)
  }

  /** Those that still wait for a person, the oldest first. */
  async pending({ accountId, livemode }: Scope, now: string, limit: number): Promise<Approval[]> {
    const rows = await this.reader<Row>('approvals')
      .where({ account_id: accountId, livemode, status: 'pending' })
      .where('expires_at', '>', now)
      // Follows from that, and spares reading those of a whole month.
      .where('created_at', '>', iso(later(new Date(now), -APPROVAL_MS)))
      .orderBy(['created_at', 'id'])
      .limit(limit)
    return rows.map(toApproval)
  }

  /** The latest that no longer wait: decided, or ended without a decision. Newest first. */
  async past({ accountId, livemode }: Scope, now: string, limit: number): Promise<Approval[]> {
    const rows = await this.reader<Row>('approvals')
      .where({ account_id: accountId, livemode })
      .whereRaw(`(status <> 'pending' or expires_at <= ?)`, [now])
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(limit)
    return rows.map(toApproval)
  }

  async countPending(tx: Tx, { accountId, livemode }: Scope, holder: string, now: string): Promise<number> {
    const row = await tx('approvals')
      .where({ account_id: accountId, livemode, holder, status: 'pending' })
      .where('expires_at', '>', now)
      .count<{ count: number | string }>('id as count')
      .first()
    return Number(row?.count ?? 0)
  }

  /** False: another call with this key was faster. */
  async insert(tx: Tx, approval: Approval): Promise<boolean> {
    const inserted: unknown[] = await tx('approvals')
      .insert(APPROVAL.toRow(approval))
      .onConflict(['account_id', 'livemode', 'holder', 'idempotency_key'])
      .ignore()
      .returning('id')
    return inserted.length === 1
  }

  /** Null: it is not pending, or has ended. */
  async decide(
    tx: Tx,
    { accountId, livemode }: Scope,
    id: string,
    decision: { status: 'granted' | 'declined'; at: string; by: string },
  ): Promise<Approval | null> {
    const [row] = await tx<Row>('approvals')
      .where({ account_id: accountId, livemode, id, status: 'pending' })
      .where('expires_at', '>', decision.at)
      .update({ status: decision.status, decided_at: decision.at, decided_by: decision.by })
      .returning(APPROVAL.names)
    return row ? toApproval(row) : null
  }

  async delete(tx: Tx, id: string, status: Approval['status'], expiresAt: string): Promise<void> {
    await tx('approvals').where({ id, status, expires_at: expiresAt }).delete()
  }

  async deleteBefore(tx: Tx, expiredBefore: string): Promise<void> {
    await tx('approvals').where('expires_at', '<', expiredBefore).delete()
  }
}
