import type { Knex } from 'knex'
import type { Reader, Tx } from '../database/engine.js'
import type { RowKey } from './found.js'
import { columnsOf, entryOf } from './inventory.js'
import type { Row, Treatment } from './table-entry.js'

/** When the years begin for which a file is kept. */
const BESIDE: Readonly<Record<string, string>> = {
  receipts: '(select coalesce(p.paid_at, p.created_at) from payments p where p.id = receipts.payment_id) as paid_at',
  invoice_files: '(select i.stamped_at from invoices i where i.id = invoice_files.invoice_id) as stamped_at',
}

/** Rows of any table of the inventory, by their keys. */
export class PersonalRows {
  constructor(private readonly reader: Reader) {}

  /** As an export shows them: without secrets. */
  async export(table: string, keys: readonly RowKey[]): Promise<Row[]> {
    return this.read(table, keys, (treatment) => treatment !== 'secret', this.reader)
  }

  /** What erasing decides by: without files, and without what stays. */
  async toErase(tx: Tx, table: string, keys: readonly RowKey[]): Promise<Row[]> {
    return this.read(table, keys, (treatment) => treatment !== 'secret' && treatment !== 'kept', tx)
  }

  async update(tx: Tx, table: string, row: Row, changes: Record<string, unknown>): Promise<void> {
    await tx(table).where(keyOf(table, row)).update(changes)
  }

  async delete(tx: Tx, table: string, row: Row): Promise<void> {
    await tx(table).where(keyOf(table, row)).delete()
  }

  /** Holds their states still until the commit. */
  async lockOpen(
    tx: Tx,
    payments: readonly string[],
    invoices: readonly string[],
  ): Promise<{ payments: Row[]; invoices: Row[] }> {
    const busyPayments = await inBatches(payments, (ids) =>
      tx<Row>('payments')
        .whereIn('id', ids)
        .where((busy) => void busy.where({ status: 'pending' }).orWhereNotNull('review_reason'))
        .select('id', 'link_id', 'status', 'review_reason'),
    )
    const disputed = await inBatches(payments, (ids) =>
      tx<Row>('payment_disputes').whereIn('payment_id', ids).where({ status: 'open' }).select('payment_id'),
    )
    const busyInvoices = await inBatches(invoices, (ids) =>
      tx<Row>('invoices')
        .whereIn('id', ids)
        .where(
          (busy) =>
            void busy
              .whereIn('status', ['requested', 'stamping', 'cancel_pending'])
              .orWhereNotNull('refund_review_since'),
        )
        .select('id', 'payment_id', 'status'),
    )
    const inDispute = disputed.map((row) => ({ id: row['payment_id'], status: 'disputed' }))
    return { payments: [...busyPayments, ...inDispute], invoices: busyInvoices }
  }

  private async read(
    table: string,
    keys: readonly RowKey[],
    isRead: (treatment: Treatment) => boolean,
    on: Knex,
  ): Promise<Row[]> {
    const entry = entryOf(table)
    const columns = columnsOf(entry).filter(([column, treatment]) => isRead(treatment) || entry.key.includes(column))
    const beside = BESIDE[table]
    return inBatches(keys, async (some) => {
      const query = on<Row>(table)
        .whereIn([...entry.key], some)
        .orderBy([...entry.key])
        .select(columns.map(([column]) => `${table}.${column}`))
      return (await (beside === undefined ? query : query.select(on.raw(beside))))
    })
  }
}

const BATCH = 200

async function inBatches<One, Read>(all: readonly One[], read: (some: One[]) => Promise<Read[]>): Promise<Read[]> {
  const found: Read[] = []
  for (let from = 0; from < all.length; from += BATCH) found.push(...(await read(all.slice(from, from + BATCH))))
  return found
}

const keyOf = (table: string, row: Row): Record<string, unknown> =>
  Object.fromEntries(entryOf(table).key.map((column) => [column, row[column]]))
