import type { Knex } from 'knex'
import type { Engine, Reader, Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Scope } from '../kernel/caller.js'
import { type Clock, iso, later } from '../kernel/clock.js'
import type { InvoicedRefund } from '../payments/invoiced-refunds.js'
import { type Invoice, isOpen, OPEN } from './invoice.js'
import { type InvoiceRow, toInvoice, toInvoiceRow } from './invoice.row.js'
import { LONGEST_PAUSE_MS } from './pauses.js'

const NEWEST = [
  { column: 'created_at', order: 'desc' },
  { column: 'id', order: 'desc' },
]

/** Which is the newest is no question of the clock alone: it may have been set back since. */
const OPEN_FIRST = `case when status in (${OPEN.map((status) => `'${status}'`).join()}) then 0 else 1 end`

/** The invoices, and who has which in hand. */
export class Invoices {
  constructor(
    private readonly engine: Engine,
    private readonly reader: Reader,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Due at once. */
  async insert(tx: Tx, invoice: Invoice): Promise<void> {
    await tx<InvoiceRow>('invoices').insert({ ...toInvoiceRow(invoice), next_attempt_at: invoice.createdAt })
  }

  /** Whoever's it is: for work that no caller asked for. */
  async find(id: string): Promise<Invoice | undefined> {
    const row = await this.rows(this.reader).where({ id }).first()
    return row && toInvoice(row)
  }

  /** The open one of a payment, or the last that was. */
  async latestOf(paymentId: string, on: Reader | Tx = this.reader): Promise<Invoice | undefined> {
    const rows = await this.rows(on).where({ payment_id: paymentId }).orderByRaw(OPEN_FIRST).orderBy(NEWEST).limit(1)
    return rows[0] && toInvoice(rows[0])
  }

  /** Newest first. */
  async list(scope: Scope, limit: number): Promise<Invoice[]> {
    const where = { account_id: scope.accountId, livemode: scope.livemode }
    return (await this.rows(this.reader).where(where).orderBy(NEWEST).limit(limit)).map(toInvoice)
  }

  /** How often one of this payment was asked for since then. */
  async countSince(paymentId: string, since: string): Promise<number> {
    const asked = this.rows(this.reader).where({ payment_id: paymentId }).where('created_at', '>', since)
    return (await asked.pluck('id')).length
  }

  async lock(tx: Tx, id: string): Promise<Invoice | undefined> {
    const row = await this.rows(tx).where({ id }).forUpdate().first()
    return row && toInvoice(row)
  }

  /**
   * Writes what became of a locked one, and when it is to be looked at again; null: not before there is news.
   * It leaves whosever hands it was in.
   */
  async save(tx: Tx, invoice: Invoice, nextAttemptAt: string | null): Promise<void> {
    const { id, ...rest } = toInvoiceRow(invoice)
    const work = await this.rows(tx).where({ id }).first('has_news')
    // Nothing more can become of one that is over.
    const next = work?.has_news && isOpen(invoice) ? iso(this.clock.now()) : nextAttemptAt
    await this.rows(tx)
      .where({ id })
      .update({ ...rest, next_attempt_at: next, claimed_by: null, has_news: false })
  }

  /** The same, into our hands: nobody else acts upon it until then. */
  async saveInHand(tx: Tx, invoice: Invoice, claimedBy: string, until: string): Promise<void> {
    const { id, ...rest } = toInvoiceRow(invoice)
    await this.rows(tx)
      .where({ id })
      .update({ ...rest, next_attempt_at: until, claimed_by: claimedBy })
  }

  /** Takes what is due into our hands until `until`; what another process is about to take is left to it. */
  async claim(claimedBy: string, limit: number, until: string): Promise<Invoice[]> {
    const now = iso(this.clock.now())
    const due = (on: Knex) =>
      on<InvoiceRow>('invoices')
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(limit)
        .select('id')
    // Most looks find nothing, and need no transaction to do so.
    if ((await due(this.reader)).length === 0) return []
    return this.unitOfWork.run(async (tx) => {
      const free = this.engine === 'postgres' ? due(tx).forUpdate().skipLocked() : due(tx)
      const rows = await this.rows(tx)
        .whereIn('id', free)
        .update({ claimed_by: claimedBy, next_attempt_at: until, has_news: false })
        .returning<InvoiceRow[]>('*')
      return rows.map(toInvoice)
    })
  }

  /** Keeps one that is to be acted upon now. False: it is in our hands no more, or no longer as we know it. */
  async hold(
    tx: Tx,
    { id, status, attempts }: Invoice,
    from: string | null,
    changes: Partial<InvoiceRow>,
  ): Promise<boolean> {
    const held = await this.rows(tx).where({ id, status, attempts, claimed_by: from }).update(changes)
    return held > 0
  }

  /** Something happened to it at the provider. */
  async noteNews(scope: Scope & { connectionId: string }, ref: { id?: string; providerRef?: string }): Promise<void> {
    const { id, providerRef } = ref
    if (id === undefined && providerRef === undefined) return
    const now = iso(this.clock.now())
    await this.unitOfWork.run(async (tx) => {
      const known = () =>
        this.rows(tx)
          .where({ account_id: scope.accountId, livemode: scope.livemode, connection_id: scope.connectionId })
          .whereIn('status', OPEN)
          .where((either) => {
            if (id !== undefined) void either.orWhere({ id })
            if (providerRef !== undefined) void either.orWhere({ provider_ref: providerRef })
          })
      await known().whereNotNull('claimed_by').update({ has_news: true })
      await known().whereNull('claimed_by').update({ next_attempt_at: now })
    })
  }

  /** What waits for its provider need wait no longer: it was connected anew. */
  async wake(tx: Tx, { accountId, livemode }: Scope): Promise<void> {
    await this.rows(tx)
      .where({ account_id: accountId, livemode })
      .whereIn('status', ['requested', 'stamping', 'cancel_pending'])
      .whereNull('claimed_by')
      .update({ next_attempt_at: iso(this.clock.now()) })
  }

  /** What a clock that was set back has put off: no pause is longer than the longest. */
  async pullForward(): Promise<void> {
    const now = this.clock.now()
    const putOff = (on: Knex) =>
      on<InvoiceRow>('invoices').where('next_attempt_at', '>', iso(later(now, LONGEST_PAUSE_MS)))
    if (!(await putOff(this.reader).first('id'))) return
    await this.unitOfWork.run((tx) => putOff(tx).update({ next_attempt_at: iso(now) }))
  }

  /** What these processes held is due. Whoever takes it looks first what came of it. */
  async releaseAllOf(processIds: readonly string[]): Promise<void> {
    if (processIds.length === 0) return
    const now = iso(this.clock.now())
    await this.unitOfWork.run((tx) =>
      this.rows(tx).whereIn('claimed_by', processIds).update({ claimed_by: null, next_attempt_at: now }),
    )
  }

  /** Money of its payment was given back: a person is to see to it, unless one did since (R236). */
  async noteRefund(tx: Tx, paymentId: string, amountRefunded: number, since: string): Promise<void> {
    await this.rows(tx)
      .where({ payment_id: paymentId })
      .whereIn('status', OPEN)
      .whereNull('refund_review_since')
      .where('refund_seen_centavos', '<', amountRefunded)
      .update({ refund_review_since: since })
  }

  /** A person saw to it. False: there was nothing to see to. */
  async noteRefundSeen(tx: Tx, paymentId: string, amountRefunded: number): Promise<boolean> {
    const seen = await this.rows(tx)
      .where({ payment_id: paymentId })
      .whereNotNull('refund_review_since')
      .update({ refund_review_since: null, refund_seen_centavos: amountRefunded })
    return seen > 0
  }

  /** What stands though money was given back, the longest waiting first. */
  async listRefunded(accountId: string): Promise<InvoicedRefund[]> {
    return this.reader<InvoiceRow>('invoices as i')
      .join('payments as p', 'p.id', 'i.payment_id')
      .where('i.account_id', accountId)
      .whereNotNull('i.refund_review_since')
      .whereIn('i.status', ['stamped', 'cancel_pending'])
      .orderBy(['i.refund_review_since', 'i.id'])
      .select<InvoicedRefund[]>({ paymentId: 'p.id', linkId: 'p.link_id', since: 'i.refund_review_since' })
  }

  private rows(on: Knex) {
    return on<InvoiceRow>('invoices')
  }
}
