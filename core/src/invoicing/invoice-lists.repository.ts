import type { Reader } from '../database/engine.js'
import { Statements } from '../database/statements.js'
import type { Batch, PageStart } from '../kernel/keyset.js'
import type { Scope } from '../kernel/principal.js'
import type { Invoice } from './invoice.js'
import { INVOICE_COLUMNS, type StoredInvoice, toInvoice } from './invoice.row.js'

/** An invoice with its link's title and total. */
export interface TitledInvoice extends Invoice {
  title: string
  amountCentavos: number
  currency: string
}

type Row = StoredInvoice & { title: string; amount_centavos: number; currency: string }

const ALL = [...INVOICE_COLUMNS.map((name) => `i.${name}`), 'l.title', 'l.amount_centavos', 'l.currency']
const SELECT = `select ${ALL.join(', ')} from invoices i
  join payments p on p.id = i.payment_id join payment_links l on l.id = p.link_id
  where i.account_id = ? and i.livemode = ?`

/** The second condition names the index, which has unfinished ones alone. */
const FAILED = "and i.status = 'failed' and i.status in ('requested', 'stamping', 'failed', 'cancel_pending')"

/** Invoices as lists show them. */
export class InvoiceLists {
  private readonly statements = new Statements<Row>()

  constructor(private readonly reader: Reader) {}

  /** The next rows in the direction; `isFailed`: of those that the provider refused. */
  async walk(
    { accountId, livemode }: Scope,
    { isFailed }: { isFailed: boolean },
    { direction, from }: Partial<PageStart> & Pick<PageStart, 'direction'>,
    count: number,
  ): Promise<Batch<TitledInvoice>> {
    const [sign, order] = direction === 'older' ? ['<', ' desc'] : ['>', '']
    const after = from ? `and (i.created_at, i.id) ${sign} (?, ?)` : ''
    const only = isFailed ? FAILED : ''
    const sql = `${SELECT} ${only} ${after} order by i.created_at${order}, i.id${order} limit ?`
    const values = [accountId, livemode, ...(from ? [from.createdAt, from.id] : []), count]
    const rows = (await this.statements.of(sql).rows(this.reader, values)).map(toTitled)
    return { rows, last: rows.length < count ? null : (rows.at(-1) ?? null) }
  }
}

const toTitled = ({ title, amount_centavos, currency, ...row }: Row): TitledInvoice => ({
  ...toInvoice(row),
  title,
  amountCentavos: amount_centavos,
  currency,
})
