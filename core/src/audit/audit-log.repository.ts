import type { Reader, Tx } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Sealer } from '../secrets/sealer.js'
import type { Actor, AuditEntry, Surface } from './audit-entry.js'

export interface Act {
  /** Null: the act is about the whole installation. */
  accountId: string | null
  action: string
  target: string
  details?: object
}

interface Row {
  seq: number | string
  at: string
  account_id: string | null
  actor: string
  surface: Surface
  action: string
  target: string
  details: string
  hash: string
}

interface Head {
  id: number
  seq: number | string
  hash: string
}

/** Where the chain says it ends, and where it does: of one moment. */
const ENDS = new Statement<Head & { newest: number | string | null }>(
  'select id, seq, hash, (select max(seq) from audit_entries) as newest from audit_head where id = 1',
)

/** What the check of the chain found. `brokenAt` is the first entry that was changed, added or taken away. */
export type ChainReport = { entries: number; ok: true } | { entries: number; ok: false; brokenAt: number }

const PURPOSE = 'audit'
const BATCH = 1000

/** Privileged acts, each written in the transaction of the act and chained to the one before (I52). */
export class AuditLog {
  constructor(
    private readonly reader: Reader,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** The last thing a transaction does: until it ends, no other entry can follow. */
  async append(tx: Tx, { name, surface }: Actor, { accountId, action, target, details = {} }: Act): Promise<void> {
    const head = await tx<Head>('audit_head').where({ id: 1 }).forUpdate().first()
    if (!head) throw new Error('the audit log has lost its head')
    const row: Omit<Row, 'hash'> = {
      seq: Number(head.seq) + 1,
      at: iso(this.clock.now()),
      account_id: accountId,
      actor: name,
      surface,
      action,
      target,
      details: JSON.stringify(details),
    }
    const hash = this.hashOf(head.hash, row)
    await tx('audit_entries').insert({ ...row, hash })
    await tx('audit_head').where({ id: 1 }).update({ seq: row.seq, hash })
  }

  /** Newest first. */
  async list(accountId: string, limit: number): Promise<AuditEntry[]> {
    const rows = await this.reader<Row>('audit_entries')
      .where((mine) => void mine.where({ account_id: accountId }).orWhereNull('account_id'))
      .orderBy('seq', 'desc')
      .limit(limit)
    return rows.map(toEntry)
  }

  /** Follows the chain to where it ended when we began: what is appended meanwhile is for the next time. */
  async verify(): Promise<ChainReport> {
    const [head] = await ENDS.rows(this.reader, [])
    const last = Number(head?.seq ?? 0)
    if (Number(head?.newest ?? 0) > last) return broken(last)
    let seq = 0
    let hash = ''
    while (seq < last) {
      const rows = await this.reader<Row>('audit_entries').where('seq', '>', seq).orderBy('seq').limit(BATCH)
      for (const row of rows.filter((found) => Number(found.seq) <= last)) {
        if (Number(row.seq) !== seq + 1 || row.hash !== this.hashOf(hash, row)) return broken(seq)
        seq += 1
        hash = row.hash
      }
      if (rows.length === 0) return broken(seq)
    }
    return head !== undefined && hash === head.hash ? { entries: seq, ok: true } : broken(seq)
  }

  private hashOf(before: string, row: Omit<Row, 'hash'>): string {
    const { seq, at, account_id, actor, surface, action, target, details } = row
    const words = [before, Number(seq), at, account_id, actor, surface, action, target, details]
    return this.sealer.authenticate(PURPOSE, JSON.stringify(words))
  }
}

const broken = (seq: number): ChainReport => ({ entries: seq, ok: false, brokenAt: seq + 1 })

const toEntry = (row: Row): AuditEntry => ({
  seq: Number(row.seq),
  at: row.at,
  accountId: row.account_id,
  actor: row.actor,
  surface: row.surface,
  action: row.action,
  target: row.target,
  details: JSON.parse(row.details) as object,
})
