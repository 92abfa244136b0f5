import type { Knex } from 'knex'
import type { Engine, Reader, Tx, Writer } from '../database/engine.js'
import type { RowKey } from './found.js'
import { columnsOf, entryOf } from './inventory.js'
import type { BusyRows } from './refuse-while-busy.js'
import type { Row, Treatment } from './table-entry.js'

/** When the years begin for which a file is kept. */
const RETENTION_START: Readonly<Record<string, string>> = {
  receipts: '(select coalesce(p.paid_at, p.created_at) from payments p where p.id = receipts.payment_id) as paid_at',
  invoice_files: '(select i.stamped_at from invoices i where i.id = invoice_files.invoice_id) as stamped_at',
}

/** Rows of any table of the inventory, by their keys. */
export class PersonalRows {
  constructor(
    private readonly reader: Reader,
    private readonly writer: Writer,
    private readonly engine: Engine,
  ) {}

  /** As an export shows them: without secrets. */
  async export(table: string, keys: readonly RowKey[]): Promise<Row[]> {
    return this.read(table, keys, (treatment) => treatment !== 'secret', this.reader)
  }

  /** What erasing decides by: without files, and without what stays. */
  async remaining(tx: Tx | null, table: string, keys: readonly RowKey[]): Promise<Row[]> {
    const isRead = (treatment: Treatment): boolean => treatment !== 'secret' && treatment !== 'kept'
    return this.read(table, keys, isRead, tx ?? this.reader)
  }

  async update(tx: Tx, table: string, row: Row, changes: Record<string, unknown>): Promise<void> {
    await tx(table).where(keyOf(table, row)).update(changes)
  }

  async delete(tx: Tx, table: string, row: Row): Promise<void> {
    await tx(table).where(keyOf(table, row)).delete()
  }

  /** Which of them are not final. */
  async busy(tx: Tx, payments: readonly string[], invoices: readonly string[]): Promise<BusyRows> {
    const of = <Found>(read: (ids: string[]) => Promise<Found[]>) => inBatches(payments, read)
    return {
      pending: await of((ids) => tx<Row>('payments').whereIn('id', ids).where({ status: 'pending' })),
      reviews: [
        ...(await of((ids) => tx<Row>('payments').whereIn('id', ids).whereNotNull('review_reason'))),
        ...(await inBatches(invoices, (ids) =>
          tx<Row>('invoices').whereIn('id', ids).whereNotNull('refund_review_since').select('payment_id as id'),
        )),
      ],
      disputes: await of((ids) => tx<Row>('payment_disputes').whereIn('payment_id', ids).where({ status: 'open' })),
      invoices: await inBatches(invoices, (ids) => tx<Row>('invoices').whereIn('id', ids).whereIn('status', UNDER_WAY)),
    }
  }

  /** The journal of SQLite has earlier versions of its pages until it is emptied; a reader may delay that. */
  async truncateWal(): Promise<void> {
    if (this.engine === 'sqlite') await this.writer.raw('pragma wal_checkpoint(truncate)')
  }

  private async read(
    table: string,
    keys: readonly RowKey[],
    isRead: (treatment: Treatment) => boolean,
    on: Knex,
  ): Promise<Row[]> {
    const entry = entryOf(table)
    const columns = columnsOf(entry).filter(([column, treatment]) => isRead(treatment) || entry.key.includes(column))
    const start = RETENTION_START[table]
    return inBatches(keys, async (some) => {
      const query = on<Row>(table)
        .whereIn([...entry.key], some)
        .orderBy([...entry.key])
        .select(columns.map(([column]) => `${table}.${column}`))
      return await (start === undefined ? query : query.select(on.raw(start)))
    })
  }
}

const BATCH = 200
const UNDER_WAY = ['requested', 'stamping', 'cancel_pending']

async function inBatches<One, Read>(all: readonly One[], read: (some: One[]) => Promise<Read[]>): Promise<Read[]> {
  const found: Read[] = []
  for (let from = 0; from < all.length; from += BATCH) found.push(...(await read(all.slice(from, from + BATCH))))
  return found
}

const keyOf = (table: string, row: Row): Record<string, unknown> =>
  Object.fromEntries(entryOf(table).key.map((column) => [column, row[column]]))
