import type { Reader } from '../database/engine.js'
import { Statement } from '../database/statement.js'
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

/** Where reading goes on: after this one. */
export type WalkPosition = Pick<MonthInvoice, 'stampedAt' | 'id'>

export type StoredFiles = Partial<Record<FileFormat, Uint8Array>>

interface Row {
  id: string
  status: InvoiceStatus
  uuid: string
  rfc: string
  stamped_at: string
}

/** How many invoices are read in one step. */
const STEP = 500
const STAMPED_AFTER = new Statement<Row>(
  `select id, status, uuid, rfc, stamped_at from invoices
   where account_id = ? and livemode = ? and stamped_at is not null and stamped_at < ? and (stamped_at, id) > (?, ?)
     and created_at <= ? and uuid is not null
   order by stamped_at, id limit ${STEP}`,
)

/** The stamped invoices of a period, and their files. */
export class MonthInvoices {
  constructor(private readonly reader: Reader) {}

  /** The next of them, in the order in which they were stamped. `next` is undefined at the end. */
  async step(
    { accountId, livemode }: Scope,
    { from, to, requestedUntil }: StampedBetween,
    { stampedAt, id }: WalkPosition = { stampedAt: from, id: '' },
  ): Promise<{ invoices: MonthInvoice[]; next: WalkPosition | undefined }> {
    const rows = await STAMPED_AFTER.rows(this.reader, [accountId, livemode, to, stampedAt, id, requestedUntil])
    const invoices = rows.map(({ stamped_at, ...invoice }) => ({ ...invoice, stampedAt: stamped_at }))
    return { invoices, next: invoices.length < STEP ? undefined : invoices.at(-1) }
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
