import type { Reader, Tx } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Scope } from '../kernel/principal.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { InvoicedRefund, WaitingRefunds } from '../payments/invoiced-refunds.js'
import type { Claim, Claimed } from '../work/claim.js'
import { type DueRows, DueTable } from '../work/due-rows.js'
import type { LaneQuota } from '../work/lanes.js'
import { type Invoice, isOpen, OPEN_STATUSES } from './invoice.js'
import { INVOICE_COLUMNS, type InvoiceRow, type StoredInvoice, toInvoice, toInvoiceRow } from './invoice.row.js'
import { MAX_INVOICE_DELAY_MS } from './retry-schedule.js'

const NEWEST = [
  { column: 'created_at', order: 'desc' },
  { column: 'id', order: 'desc' },
]

/** The open invoice is the latest even if the clock was set back after it was requested. */
const OPEN_FIRST = `case when status in (${OPEN_STATUSES.map((status) => `'${status}'`).join()}) then 0 else 1 end`

/** A connection has a lane; invoices that none was asked for yet have one per account and mode. */
const LANE = "coalesce(d.connection_id, d.account_id || case when d.livemode then ':live' else ':test' end)"

const LONG_AGO = '1970-01-01T00:00:00.000Z'
const UNFINISHED = ['requested', 'stamping', 'failed', 'cancel_pending'] as const

/** The oldest of one status. The second condition names the index, which has unfinished ones alone. */
const oldestOf = (status: (typeof UNFINISHED)[number]): string =>
  `select * from (select ${INVOICE_COLUMNS.join(', ')} from invoices
     where account_id = ? and livemode = ? and status = '${status}'
       and status in ('requested', 'stamping', 'failed', 'cancel_pending') and created_at < ? and created_at > ?
       and not exists (select 1 from invoices later
         where later.payment_id = invoices.payment_id and later.created_at > invoices.created_at)
     order by created_at, id limit ?) as ${status}_ones`
const UNFINISHED_OF = new Statement<StoredInvoice>(
  `${UNFINISHED.map(oldestOf).join(' union all ')} order by created_at, id limit ?`,
)

const INVOICES = new DueTable<StoredInvoice & { lane: string }>({
  table: 'invoices',
  dueAt: 'next_attempt_at',
  holder: 'claimed_by',
  until: 'next_attempt_at',
  isOutgoing: true,
  lane: { expression: LANE },
  onClaim: 'has_news = false',
  columns: INVOICE_COLUMNS,
  more: [`${LANE} as lane`],
})

/** An invoice that this worker holds. */
export type ClaimedInvoice = Invoice & Claimed & { lane: string }

/** A locked invoice, and the claim on it. */
export type LockedInvoice = Invoice & { heldBy: string | null; heldUntil: string | null }

export class Invoices {
  constructor(
    private readonly dueRows: DueRows,
    private readonly reader: Reader,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Due immediately. */
  async insert(tx: Tx, invoice: Invoice): Promise<void> {
    await tx<InvoiceRow>('invoices').insert({ ...toInvoiceRow(invoice), next_attempt_at: invoice.createdAt })
  }

  /** Not limited to an account: for workers and signed URLs. */
  async find(id: string): Promise<Invoice | undefined> {
    const row = await this.rows(this.reader).where({ id }).first()
    return row && toInvoice(row)
  }

  /** A payment's open invoice, or else its last one. */
  async latestOf(paymentId: string, on: Reader | Tx = this.reader): Promise<Invoice | undefined> {
    const rows = await this.rows(on).where({ payment_id: paymentId }).orderByRaw(OPEN_FIRST).orderBy(NEWEST).limit(1)
    return rows[0] && toInvoice(rows[0])
  }

  /** Newest first. */
  async list(scope: Scope, limit: number): Promise<Invoice[]> {
    const where = { account_id: scope.accountId, livemode: scope.livemode }
    return (await this.rows(this.reader).where(where).orderBy(NEWEST).limit(limit)).map(toInvoice)
  }

  /** How many invoices of this payment were requested since then. */
  async countSince(paymentId: string, since: string): Promise<number> {
    const asked = this.rows(this.reader).where({ payment_id: paymentId }).where('created_at', '>', since)
    return (await asked.pluck('id')).length
  }

  async lock(tx: Tx, id: string): Promise<LockedInvoice | undefined> {
    const row = await this.rows(tx).where({ id }).forUpdate().first()
    return row && { ...toInvoice(row), heldBy: row.claimed_by, heldUntil: row.next_attempt_at }
  }

  /**
   * Saves a locked invoice, releases its claim and schedules the next step; null: none until a notification comes.
   */
  async save(tx: Tx, invoice: Invoice, nextAttemptAt: string | null): Promise<void> {
    const { id, ...rest } = toInvoiceRow(invoice)
    const work = await this.rows(tx).where({ id }).first('has_news')
    // `failed` and `cancelled` are final.
    const next = work?.has_news && isOpen(invoice) ? iso(this.clock.now()) : nextAttemptAt
    await this.rows(tx)
      .where({ id })
      .update({ ...rest, next_attempt_at: next, claimed_by: null, has_news: false })
  }

  /** Saves and claims it: no other worker acts on it before the claim expires. */
  async saveClaimed(tx: Tx, invoice: Invoice, { holder, until }: Claim): Promise<void> {
    const { id, ...rest } = toInvoiceRow(invoice)
    await this.rows(tx)
      .where({ id })
      .update({ ...rest, next_attempt_at: until, claimed_by: holder })
  }

  lanesWithDue(): Promise<string[]> {
    return this.dueRows.lanesWithDue(INVOICES)
  }

  /** Claims due invoices of these lanes; skips rows that another worker is claiming. */
  async claim(quotas: readonly LaneQuota[], claim: Claim): Promise<ClaimedInvoice[]> {
    const rows = await this.dueRows.claim(INVOICES, quotas, claim)
    return rows.map((row) => ({ ...toInvoice(row), lane: row.lane, claim }))
  }

  /** Updates an invoice unless its status or attempts changed since it was claimed, or the claim is lost. False: so it is. */
  async updateIfUnchanged(
    tx: Tx,
    { id, status, attempts, claim }: ClaimedInvoice,
    changes: Partial<InvoiceRow>,
  ): Promise<boolean> {
    const where = { id, status, attempts, claimed_by: claim.holder, next_attempt_at: claim.until }
    return (await this.rows(tx).where(where).update(changes)) > 0
  }

  /** The provider notified us about it: due now, or as soon as the current claim ends. */
  async recordNotification(
    scope: Scope & { connectionId: string },
    ref: { id?: string; providerRef?: string },
  ): Promise<void> {
    const { id, providerRef } = ref
    if (id === undefined && providerRef === undefined) return
    const now = iso(this.clock.now())
    await this.unitOfWork.run(async (tx) => {
      const known = () =>
        this.rows(tx)
          .where({ account_id: scope.accountId, livemode: scope.livemode, connection_id: scope.connectionId })
          .whereIn('status', OPEN_STATUSES)
          .where((either) => {
            if (id !== undefined) void either.orWhere({ id })
            if (providerRef !== undefined) void either.orWhere({ provider_ref: providerRef })
          })
      await known().whereNotNull('claimed_by').update({ has_news: true })
      await known().whereNull('claimed_by').update({ next_attempt_at: now })
    })
  }

  /** Makes waiting invoices due, after their provider was connected again. */
  async makeWaitingDue(tx: Tx, { accountId, livemode }: Scope): Promise<void> {
    await this.rows(tx)
      .where({ account_id: accountId, livemode })
      .whereIn('status', ['requested', 'stamping', 'cancel_pending'])
      .whereNull('claimed_by')
      .update({ next_attempt_at: iso(this.clock.now()) })
  }

  /** After the clock was set back: no invoice waits longer than the longest delay. */
  clampNextAttempt(): Promise<void> {
    return this.dueRows.clampNextAttempt(INVOICES, MAX_INVOICE_DELAY_MS, 'true')
  }

  release(invoices: readonly ClaimedInvoice[]): Promise<void> {
    return this.dueRows.release(INVOICES, invoices)
  }

  /** The next worker first finds out what their calls did. */
  releaseAllOf(deadProcesses: readonly string[]): Promise<void> {
    return this.dueRows.releaseAllOf(INVOICES, deadProcesses)
  }

  /** Its payment was refunded: opens a review, unless this amount was reviewed already (R236). */
  async openRefundReview(tx: Tx, paymentId: string, amountRefunded: number, since: string): Promise<void> {
    await this.rows(tx)
      .where({ payment_id: paymentId })
      .whereIn('status', OPEN_STATUSES)
      .whereNull('refund_review_since')
      .where('refund_seen_centavos', '<', amountRefunded)
      .update({ refund_review_since: since })
  }

  /** Closes the review. False: there was none. */
  async closeRefundReview(tx: Tx, paymentId: string, amountRefunded: number): Promise<boolean> {
    const seen = await this.rows(tx)
      .where({ payment_id: paymentId })
      .whereNotNull('refund_review_since')
      .update({ refund_review_since: null, refund_seen_centavos: amountRefunded })
    return seen > 0
  }

  /** Valid invoices of refunded payments, longest waiting first. */
  async listRefundReviews({ accountId, livemode, limit }: WaitingRefunds): Promise<InvoicedRefund[]> {
    const query = this.reader<InvoiceRow>('invoices as i')
      .join('payments as p', 'p.id', 'i.payment_id')
      .where('i.account_id', accountId)
    // The payment's, which is the invoice's: by its own SQLite would read all invoices of the mode.
    if (livemode !== undefined) void query.where('p.livemode', livemode)
    if (limit !== undefined) void query.limit(limit)
    return query
      .whereNotNull('i.refund_review_since')
      .whereIn('i.status', ['stamped', 'cancel_pending'])
      .orderBy(['i.refund_review_since', 'i.id'])
      .select<InvoicedRefund[]>({ paymentId: 'p.id', linkId: 'p.link_id', since: 'i.refund_review_since' })
  }

  /** Those that are not done yet, or failed lately and were not requested again, the oldest first. */
  async listUnfinished(
    { accountId, livemode }: Scope,
    { failedAfter, createdBefore }: { failedAfter: string; createdBefore: string },
    limit: number,
  ): Promise<Invoice[]> {
    const values = UNFINISHED.flatMap((status) => {
      return [accountId, livemode, createdBefore, status === 'failed' ? failedAfter : LONG_AGO, limit]
    })
    return (await UNFINISHED_OF.rows(this.reader, [...values, limit])).map(toInvoice)
  }

  /** Of these payments, newest first. */
  async listOf({ accountId, livemode }: Scope, paymentIds: readonly string[], limit: number): Promise<Invoice[]> {
    const rows = await this.rows(this.reader)
      .where({ account_id: accountId, livemode })
      .whereIn('payment_id', paymentIds)
      .orderBy(NEWEST)
      .limit(limit)
    return rows.map(toInvoice)
  }

  private rows(on: Reader | Tx) {
    return on<InvoiceRow>('invoices')
  }
}
