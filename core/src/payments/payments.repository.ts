import type { Reader, Tx } from '../database/engine.js'
import { newestFirst } from '../database/newest-first.js'
import { Statement } from '../database/statement.js'
import { FailedAssertion } from '../kernel/failed-assertion.js'
import type { Scope } from '../kernel/principal.js'
import type { Cursor } from '../kernel/cursor.js'
import type { Payment, PaymentStatus } from './payment.js'
import { PAYMENT_COLUMNS, type PaymentRow } from './payment.row.js'

const ALL = PAYMENT_COLUMNS.names.join(', ')

const FIND = new Statement<PaymentRow>(`select ${ALL} from payments where account_id = ? and livemode = ? and id = ?`)
const INSERT = new Statement<never>(
  PAYMENT_COLUMNS.insert('payments', 'sqlite'),
  PAYMENT_COLUMNS.insert('payments', 'postgres'),
)
const CURSOR = new Statement<{ created_at: string; id: string }>(
  'select created_at, id from payments where account_id = ? and livemode = ? and id = ?',
)

const SELECT = `select ${ALL} from payments where account_id = ? and livemode = ?`
const PAGES = {
  all: newestFirst<PaymentRow>(SELECT),
  byStatus: newestFirst<PaymentRow>(`${SELECT} and status = ?`),
}

const toPayment = (row: PaymentRow): Payment => PAYMENT_COLUMNS.fromRow(row)

export class Payments {
  constructor(private readonly reader: Reader) {}

  async find(scope: Scope, id: string, on: Reader = this.reader): Promise<Payment | undefined> {
    const [row] = await FIND.rows(on, [scope.accountId, scope.livemode, id])
    return row && toPayment(row)
  }

  /** In any account and mode: for background work. */
  async findAny(id: string): Promise<Payment | undefined> {
    const row = await this.reader<PaymentRow>('payments').where({ id }).first()
    return row && toPayment(row)
  }

  /** The link's open attempt. There is at most one (I1). */
  async findOpen(scope: Scope, linkId: string): Promise<Payment | undefined> {
    const row = await this.ofLink(scope, linkId).where({ status: 'pending' }).first()
    return row && toPayment(row)
  }

  async findLatest(scope: Scope, linkId: string): Promise<Payment | undefined> {
    const row = await this.ofLink(scope, linkId)
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .first()
    return row && toPayment(row)
  }

  /** When the link's checkouts were opened since then, newest first; `limit` at most. */
  async openings(scope: Scope, linkId: string, { since, limit }: { since: string; limit: number }): Promise<string[]> {
    const rows = await this.ofLink(scope, linkId)
      .whereNotNull('connection_id')
      .where('created_at', '>', since)
      .orderBy('created_at', 'desc')
      .limit(limit)
      .select('created_at')
    return rows.map((row) => row.created_at)
  }

  /** By the last characters of the id, as a receipt shows them. Reads every payment, so for a person's single request only. */
  async findByIdEnd({ accountId, livemode }: Scope, end: string): Promise<Payment[]> {
    const rows = await this.reader<PaymentRow>('payments')
      .where({ account_id: accountId, livemode })
      .whereLike('id', `%${end}`)
      .limit(2)
    return rows.map(toPayment)
  }

  async findByProviderRef(connectionId: string, providerRef: string): Promise<Payment | undefined> {
    const row = await this.reader<PaymentRow>('payments')
      .where({ connection_id: connectionId, provider_ref: providerRef })
      .first()
    return row && toPayment(row)
  }

  async cursor(scope: Scope, id: string): Promise<Cursor | undefined> {
    const [row] = await CURSOR.rows(this.reader, [scope.accountId, scope.livemode, id])
    return row && { createdAt: row.created_at, id: row.id }
  }

  /** Newest first, after the cursor. */
  async list(
    scope: Scope,
    { status, after, limit }: { status?: PaymentStatus; after?: Cursor; limit: number },
  ): Promise<Payment[]> {
    const values = [scope.accountId, scope.livemode, ...(status === undefined ? [] : [status])]
    const page = status === undefined ? PAGES.all : PAGES.byStatus
    return (await page(this.reader, values, limit, after)).map(toPayment)
  }

  /** Whether a payment of this connection is not settled yet. */
  async hasOpen(connectionId: string): Promise<boolean> {
    const open = this.reader<PaymentRow>('payments').where({ connection_id: connectionId, status: 'pending' })
    return (await open.first('id')) !== undefined
  }

  /** How many payments are open, by the id of their connection; counted up to `limit` in all. */
  async countOpen({ accountId, livemode }: Scope, limit: number): Promise<Map<string, number>> {
    const open = await this.reader<PaymentRow>('payments')
      .where({ account_id: accountId, livemode, status: 'pending' })
      .orderBy(['created_at', 'id'])
      .limit(limit)
      .select('connection_id')
    const counts = new Map<string, number>()
    for (const { connection_id: id } of open) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1)
    return counts
  }

  /** Of both modes, the longest waiting first. */
  async listUnderReview(accountId: string): Promise<Payment[]> {
    const rows = await this.reader<PaymentRow>('payments')
      .where({ account_id: accountId })
      .whereNotNull('review_reason')
      .orderBy(['review_since', 'id'])
    return rows.map(toPayment)
  }

  /** Locks the row until the transaction ends. Lock its link first. */
  async lock(tx: Tx, scope: Scope, id: string): Promise<Payment | undefined> {
    const query = tx<PaymentRow>('payments').where({ account_id: scope.accountId, livemode: scope.livemode, id })
    const row = await query.forUpdate().first()
    return row && toPayment(row)
  }

  async insert(tx: Tx, payment: Payment): Promise<void> {
    await INSERT.rows(tx, PAYMENT_COLUMNS.values(payment))
  }

  /** @throws FailedAssertion the payment is no longer in the status it was read in: an impossible transition (I13) */
  async save(tx: Tx, from: PaymentStatus, payment: Payment): Promise<void> {
    const { id, ...rest } = PAYMENT_COLUMNS.toRow(payment)
    const changed = await tx('payments').where({ id, status: from }).update(rest)
    if (changed !== 1) throw new FailedAssertion(`payment ${id} was no longer ${from}`)
  }

  /** Makes the link's open attempt, if any, due now. */
  async verifyOpenNow(tx: Tx, link: Scope & { id: string }, now: string): Promise<void> {
    await tx('payments')
      .where({ account_id: link.accountId, livemode: link.livemode, link_id: link.id, status: 'pending' })
      .update({ reconcile_after: now })
  }

  private ofLink(scope: Scope, linkId: string) {
    return this.reader<PaymentRow>('payments').where({
      account_id: scope.accountId,
      livemode: scope.livemode,
      link_id: linkId,
    })
  }
}
