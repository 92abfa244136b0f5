import type { Reader } from '../database/engine.js'
import { Statements } from '../database/statements.js'
import type { Batch, PageStart } from '../kernel/keyset.js'
import type { Scope } from '../kernel/principal.js'
import { LISTED_COLUMNS } from './invoice.row.js'

type ListedFields = ReturnType<typeof LISTED_COLUMNS.fromRow>

/** What lists show of an invoice, with its link's title and the payment's amount. */
export interface TitledInvoice extends ListedFields {
  title: string
  amountCentavos: number
  currency: string
}

type Row = Parameters<typeof LISTED_COLUMNS.fromRow>[0] & { title: string; amount_centavos: number; currency: string }

const ALL = [
  ...[...LISTED_COLUMNS.names.map((name) => `i.${name}`), 'p.amount_centavos', 'p.currency'],
  '(select l.title from payment_links l where l.id = p.link_id) as title',
]
const SELECT = `select ${ALL.join(', ')} from invoices i join payments p on p.id = i.payment_id
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
    const sql = `${SELECT} ${only} ${after} order by i.created_at${order}, i.id${order}`
    const values = [accountId, livemode, ...(from ? [from.createdAt, from.id] : [])]
    const rows = (await this.statements.first(count, sql, this.reader, values)).map(toTitled)
    return { rows, last: rows.length < count ? null : (rows.at(-1) ?? null) }
  }
}

const toTitled = (row: Row): TitledInvoice =>
  Object.assign(LISTED_COLUMNS.fromRow(row), {
    title: row.title,
    amountCentavos: row.amount_centavos,
    currency: row.currency,
  })
