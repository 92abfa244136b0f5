import type { Reader, Tx } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import { Statements } from '../database/statements.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Cursor } from '../kernel/cursor.js'
import type { Batch, PageStart } from '../kernel/keyset.js'
import type { Principal } from '../kernel/principal.js'
import type { Sealer } from '../secrets/sealer.js'
import { type AuditActor, type AuditEntry, type AuditHead, type ListedEntry, toAuditActor } from './audit-entry.js'

export interface PrivilegedAct {
  /** Null: the act is about the whole installation. */
  accountId: string | null
  action: string
  target: string
  details?: object
}

interface Row extends AuditActor {
  seq: number | string
  at: string
  account_id: string | null
  action: string
  target: string
  details: string
  hash: string
}

interface Head {
  id: number
  seq: number | string
  hash: string
  /** Null: written before heads were signed. */
  signature: string | null
}

/** All entries are one JSON value: with a placeholder per field, each number of entries would need its own statement. */
const INSERT = new Statement(
  `insert into audit_entries (seq, at, account_id, actor, surface, action, target, details, hash)
   select value ->> 'seq', value ->> 'at', value ->> 'account_id', value ->> 'actor', value ->> 'surface',
     value ->> 'action', value ->> 'target', value ->> 'details', value ->> 'hash'
   from json_each(?)`,
  `insert into audit_entries (seq, at, account_id, actor, surface, action, target, details, hash)
   select seq, at, account_id, actor, surface, action, target, details, hash
   from jsonb_to_recordset(?::jsonb) as entry (seq bigint, at timestamptz, account_id text, actor text, surface text,
     action text, target text, details text, hash text)`,
)

/** What an index tells. */
export interface AuditConditions {
  /** As an entry names them. */
  actor?: string
  target?: string
  from?: string
  /** Not included. */
  to?: string
}

/** The recorded end of the chain and the newest entry, read consistently. */
const ENDS = new Statement<Head & { newest: number | string | null }>(
  'select id, seq, hash, signature, (select max(seq) from audit_entries) as newest from audit_head where id = 1',
)

/**
 * `brokenAt` is the first entry that was changed, added or removed; null if the chain is intact but does not contain the
 * anchor.
 */
export type ChainReport = { entries: number; ok: true } | { entries: number; ok: false; brokenAt: number | null }

/** The scheme is part of the hash, so an entry of the older scheme cannot follow one of the newer. */
const ENTRY = 'audit 2'
/** The scheme of entries written before heads were signed. */
const ENTRY_BEFORE_SIGNED_HEADS = 'audit'
const HEAD = 'audit head'
/** In a signature, before the MAC; without it, it is from before keys could be replaced. */
const KEY_ID = /^([0-9a-f]{8})[.]/
const BATCH = 1000
/** One more than the most that a list reads at once. */
const MAX_WALKED = 101
const COLUMNS = 'seq, at, account_id, actor, surface, action, target, details'

/**
 * Privileged acts, each written in the transaction of the act and chained to the previous one. The latest hash is
 * signed, so entries cannot be removed from the end without the secret key (I52).
 */
export class AuditLog {
  private readonly walks = new Statements<Row>()

  constructor(
    private readonly reader: Reader,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** Call it last in the transaction: it locks the head of the log until the commit. */
  append(tx: Tx, principal: Principal, act: PrivilegedAct): Promise<void> {
    return this.appendAll(tx, [{ principal, act, at: iso(this.clock.now()) }])
  }

  /** The same for acts of a moment ago, in their order, which cannot be in a transaction of their own. */
  async appendAll(tx: Tx, acts: readonly { principal: Principal; act: PrivilegedAct; at: string }[]): Promise<void> {
    const head = await lockHead(tx)
    // It may have been signed with a key that replaced ours since.
    const keyId = KEY_ID.exec(head.signature ?? '')?.[1]
    if (keyId !== undefined && keyId !== this.sealer.keyId) await this.sealer.refresh()
    this.sealer.assertCurrent()
    let { seq, hash } = { seq: Number(head.seq), hash: head.hash }
    const rows = acts.map(({ principal, act: { accountId, action, target, details = {} }, at }): Row => {
      const row = {
        seq: ++seq,
        at,
        account_id: accountId,
        action,
        target,
        details: JSON.stringify(details),
        ...toAuditActor(principal),
      }
      hash = this.hashOf(ENTRY, hash, row)
      return Object.assign(row, { hash })
    })
    // A head that was tampered with stays unsigned, so that `verify` keeps reporting it.
    const signature = (await this.isTrusted(tx, head)) ? this.signatureOf(seq, hash) : ''
    await INSERT.rows(tx, [JSON.stringify(rows)])
    await tx('audit_head').where({ id: 1 }).update({ seq, hash, signature })
  }

  /** Signs the head with a new secret key, if its present signature, by the former key, is valid. */
  async signAnew(tx: Tx, former: Sealer): Promise<void> {
    const head = await lockHead(tx)
    const { seq, hash } = { seq: Number(head.seq), hash: head.hash }
    const isTrusted = await new AuditLog(this.reader, former, this.clock).isTrusted(tx, head)
    const signature = isTrusted ? this.signatureOf(seq, hash) : ''
    await tx('audit_head').where({ id: 1 }).update({ signature })
  }

  /**
   * An ordinary act, such as asking a provider, that is worth an entry when a person did it. API keys do it all day long:
   * the access log has that, and what they make names its key.
   */
  async appendOfPerson(tx: Tx, principal: Principal, act: PrivilegedAct): Promise<void> {
    if (principal.who.kind === 'user' || principal.who.kind === 'operator') await this.append(tx, principal, act)
  }

  async head(): Promise<AuditHead> {
    const [head] = await ENDS.rows(this.reader, [])
    if (!head) throw new Error('the head of the audit log is missing')
    return { seq: Number(head.seq), hash: head.hash }
  }

  /**
   * The next entries in the direction, of the account and of the whole installation, each by an index in the order of time.
   *
   * @param count up to 100
   */
  async walk(
    accountId: string,
    { actor, target, from: since, to }: AuditConditions,
    { direction, from }: { direction: PageStart['direction']; from: Cursor | undefined },
    count: number,
  ): Promise<Batch<ListedEntry>> {
    const isOlder = direction === 'older'
    const conditions: [string, unknown[]][] = []
    if (actor !== undefined) conditions.push(['actor = ?', [actor]])
    if (target !== undefined) conditions.push(['target = ?', [target]])
    if (since !== undefined) conditions.push(['at >= ?', [since]])
    if (to !== undefined) conditions.push(['at < ?', [to]])
    if (from) conditions.push([`(at, seq) ${isOlder ? '<' : '>'} (?, ?)`, [from.createdAt, Number(from.id)]])
    const order = isOlder ? 'order by at desc, seq desc' : 'order by at, seq'
    const rest = conditions.map(([text]) => ` and ${text}`).join('')
    const values = conditions.flatMap(([, given]) => given)
    const part = (whose: string): string =>
      `select * from (select ${COLUMNS} from audit_entries where ${whose}${rest} ${order} limit ${MAX_WALKED}) as part`
    const sql = `${part('account_id = ?')} union all ${part('account_id is null')} ${order}`
    const rows = await this.walks.first(count, sql, this.reader, [accountId, ...values, ...values])
    const entries = rows.map((row) => ({ ...toEntry(row), createdAt: row.at, id: String(row.seq) }))
    return { rows: entries, last: entries.length < count ? null : (entries.at(-1) ?? null) }
  }

  /** Undefined: there is none, or it was removed. */
  async find(seq: number): Promise<AuditEntry | undefined> {
    const row = await this.reader<Row>('audit_entries').where({ seq }).first()
    return row && toEntry(row)
  }

  /** Newest first. */
  async list(accountId: string, limit: number): Promise<AuditEntry[]> {
    const rows = await this.reader<Row>('audit_entries')
      .where((mine) => void mine.where({ account_id: accountId }).orWhereNull('account_id'))
      .orderBy('seq', 'desc')
      .limit(limit)
    return rows.map(toEntry)
  }

  /** About any of these objects, newest first. */
  async about(accountId: string, targets: readonly string[], limit: number): Promise<AuditEntry[]> {
    const rows = await this.reader<Row>('audit_entries')
      .where({ account_id: accountId })
      .whereIn('target', targets)
      .orderBy('seq', 'desc')
      .limit(limit)
    return rows.map(toEntry)
  }

  /**
   * Checks the chain up to the head at the start; entries appended meanwhile are ignored.
   *
   * @param anchor the hash of an earlier head, kept outside the database, which the chain must contain
   * @param betweenBatches is awaited after each thousand entries, so that a server can answer others meanwhile
   */
  async verify(anchor?: string, betweenBatches?: () => Promise<void>): Promise<ChainReport> {
    const [head] = await ENDS.rows(this.reader, [])
    const last = Number(head?.seq ?? 0)
    if (Number(head?.newest ?? 0) > last) return broken(last)
    let seq = 0
    let hash = ''
    let isLegacy = true
    let isAnchored = anchor === undefined
    while (seq < last) {
      const rows = await this.reader<Row>('audit_entries').where('seq', '>', seq).orderBy('seq').limit(BATCH)
      for (const row of rows.filter((found) => Number(found.seq) <= last)) {
        if (Number(row.seq) !== seq + 1) return broken(seq)
        isLegacy &&= row.hash === this.hashOf(ENTRY_BEFORE_SIGNED_HEADS, hash, row)
        if (!isLegacy && row.hash !== this.hashOf(ENTRY, hash, row)) return broken(seq)
        seq += 1
        hash = row.hash
        isAnchored ||= hash === anchor
      }
      if (rows.length === 0) return broken(seq)
      await betweenBatches?.()
    }
    const isUnsigned = head?.signature === null && isLegacy && !this.sealer.hasFormerKeys
    const isSigned = isUnsigned || this.isSignature(head?.signature, last, hash)
    if (hash !== head?.hash || !isSigned) return broken(seq)
    return isAnchored ? { entries: seq, ok: true } : { entries: seq, ok: false, brokenAt: null }
  }

  /** Did the service write this head? An unsigned one is valid only over entries from before signatures. */
  private async isTrusted(tx: Tx, { seq, hash, signature }: Head): Promise<boolean> {
    if (Number(seq) === 0) return true
    if (signature !== null) return this.isSignature(signature, Number(seq), hash)
    if (this.sealer.hasFormerKeys) return false
    const [newest, previous] = await tx<Row>('audit_entries')
      .where('seq', '<=', Number(seq))
      .orderBy('seq', 'desc')
      .limit(2)
    return newest?.hash === hash && hash === this.hashOf(ENTRY_BEFORE_SIGNED_HEADS, previous?.hash ?? '', newest)
  }

  private signatureOf(seq: number, hash: string): string {
    return `${this.sealer.keyId}.${this.macOf(seq, hash)}`
  }

  /** Of the key in use only: a former one may have been replaced because it leaked. */
  private isSignature(signature: string | null | undefined, seq: number, hash: string): boolean {
    const isBare = signature === this.macOf(seq, hash) && !this.sealer.hasFormerKeys
    return isBare || signature === this.signatureOf(seq, hash)
  }

  private macOf(seq: number, hash: string): string {
    return this.sealer.authenticate(HEAD, `${seq} ${hash}`)
  }

  private hashOf(purpose: string, previousHash: string, row: Omit<Row, 'hash'>): string {
    const { seq, at, account_id, actor, surface, action, target, details } = row
    const words = [previousHash, Number(seq), at, account_id, actor, surface, action, target, details]
    // The signature of the head is what protects them when the secret key was replaced.
    return this.sealer.authenticateLasting(purpose, JSON.stringify(words))
  }
}

async function lockHead(tx: Tx): Promise<Head> {
  const head = await tx<Head>('audit_head').where({ id: 1 }).forUpdate().first()
  if (!head) throw new Error('the head of the audit log is missing')
  return head
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
