import type { Reader } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import { DAY_MS, iso } from '../kernel/clock.js'
import type { Scope } from '../kernel/principal.js'
import type { InvoiceStatus } from './invoice.js'
import type { FileFormat } from './invoice-files.repository.js'

/** What the files of an invoice are named after. */
export interface MonthInvoice {
  id: string
  status: InvoiceStatus
  uuid: string
  rfc: string
  stampedAt: string
}

/** Between these moments, the second not included. */
export interface StampedBetween {
  from: string
  to: string
  /** Without what was requested later: a download that takes minutes has one state. */
  requestedUntil: string
}

/** Where reading goes on: with what was requested before this one. */
export interface WalkPosition {
  createdAt: string
  id: string
}

export type StoredFiles = Partial<Record<FileFormat, Uint8Array>>

interface Row {
  id: string
  status: InvoiceStatus
  uuid: string | null
  rfc: string
  stamped_at: string | null
  created_at: string
}

/** How many invoices are looked at in one step. */
const STEP = 500
/** The provider tells when it stamped, by its own clock. */
const CLOCK_MARGIN_MS = DAY_MS
const REQUESTED_BEFORE = new Statement<Row>(
  `select id, status, uuid, rfc, stamped_at, created_at from invoices
   where account_id = ? and livemode = ? and (created_at, id) < (?, ?)
   order by created_at desc, id desc limit ${STEP}`,
)

/** The stamped invoices of a period, and their files. */
export class MonthInvoices {
  constructor(private readonly reader: Reader) {}

  /**
   * Those of one step in the order of their requests, the newest first. An invoice may be stamped long after it was
   * requested, so `next` leads to the account's first one. Undefined: that was the last step.
   */
  async step(
    { accountId, livemode }: Scope,
    { from, to, requestedUntil }: StampedBetween,
    after?: WalkPosition,
  ): Promise<{ invoices: MonthInvoice[]; next: WalkPosition | undefined }> {
    const { createdAt, id } = after ?? { createdAt: startOf(to, requestedUntil), id: '' }
    const rows = await REQUESTED_BEFORE.rows(this.reader, [accountId, livemode, createdAt, id])
    const last = rows.length < STEP ? undefined : rows.at(-1)
    const isOfPeriod = (at: string | null): at is string => at !== null && at >= from && at < to
    return {
      invoices: rows.flatMap(({ uuid, stamped_at: stampedAt, id: invoiceId, status, rfc }) =>
        uuid !== null && isOfPeriod(stampedAt) ? [{ id: invoiceId, status, uuid, rfc, stampedAt }] : [],
      ),
      next: last && { createdAt: last.created_at, id: last.id },
    }
  }

  /** What is stored of these invoices. */
  async filesOf({ accountId, livemode }: Scope, ids: readonly string[]): Promise<Map<string, StoredFiles>> {
    const rows: { invoice_id: string; format: FileFormat; content: Uint8Array }[] = await this.reader('invoice_files')
      .where({ account_id: accountId, livemode })
      .whereIn('invoice_id', ids)
      .select('invoice_id', 'format', 'content')
    const found = new Map<string, StoredFiles>(ids.map((id) => [id, {}]))
    for (const { invoice_id: id, format, content } of rows) found.set(id, { ...found.get(id), [format]: content })
    return found
  }
}

/** After all that can belong to the period. */
function startOf(to: string, requestedUntil: string): string {
  const afterPeriod = Date.parse(to) + CLOCK_MARGIN_MS
  return iso(new Date(Math.min(afterPeriod, Date.parse(requestedUntil) + 1)))
}
