import type { Reader, Tx } from '../database/engine.js'
import type { Scope } from '../kernel/principal.js'

export type FileFormat = 'pdf' | 'xml'

interface Row {
  invoice_id: string
  account_id: string
  livemode: boolean
  format: FileFormat
  content: Uint8Array
}

/** Our own copies, available during a provider outage and kept for years (R263). */
export class InvoiceFiles {
  constructor(private readonly reader: Reader) {}

  async find(invoiceId: string, format: FileFormat): Promise<Uint8Array | undefined> {
    const row = await this.reader<Row>('invoice_files').where({ invoice_id: invoiceId, format }).first('content')
    return row?.content
  }

  async listFormats(invoiceId: string): Promise<FileFormat[]> {
    return this.reader<Row>('invoice_files').where({ invoice_id: invoiceId }).pluck<FileFormat[]>('format')
  }

  async put(tx: Tx, { accountId, livemode }: Scope, invoiceId: string, format: FileFormat, content: Uint8Array) {
    const row: Row = { invoice_id: invoiceId, account_id: accountId, livemode, format, content: Buffer.from(content) }
    await tx<Row>('invoice_files').insert(row).onConflict(['invoice_id', 'format']).merge(['content'])
  }

  async delete(tx: Tx, invoiceId: string, format: FileFormat): Promise<void> {
    await tx<Row>('invoice_files').where({ invoice_id: invoiceId, format }).delete()
  }
}
