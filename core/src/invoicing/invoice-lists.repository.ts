import type { Reader } from '../database/engine.js'
import { Statements } from '../database/statements.js'
import type { Batch, PageStart } from '../kernel/keyset.js'
import type { Scope } from '../kernel/principal.js'
import { FindableInvoices } from '../search/findables.js'
import type { Findable } from '../search/search-words.js'
import { findableInvoice } from './findable-invoice.js'
import { LISTED_COLUMNS } from './invoice.row.js'

type ListedFields = ReturnType<typeof LISTED_COLUMNS.fromRow>

/** What lists show of an invoice, with its link's title and the payment's amount. */
export interface TitledInvoice extends ListedFields {
  linkId: string
  title: string
  amountCentavos: number
  currency: string
}

export interface InvoiceConditions {
  /** Of those that the provider refused. */
  isFailed?: boolean
  createdFrom?: string
  /** Not included. */
  createdTo?: string
}

type Row = Parameters<typeof LISTED_COLUMNS.fromRow>[0] & {
  link_id: string
  title: string
  amount_centavos: number
  currency: string
}

const ALL = [
  ...[...LISTED_COLUMNS.names.map((name) => `i.${name}`), 'p.link_id', 'p.amount_centavos', 'p.currency'],
  '(select l.title from payment_links l where l.id = p.link_id) as title',
].join(', ')
const SELECT = `select ${ALL} from invoices i join payments p on p.id = i.payment_id
  where i.account_id = ? and i.livemode = ?`

/** The second condition names the index, which has unfinished ones alone. */
const FAILED = "and i.status = 'failed' and i.status in ('requested', 'stamping', 'failed', 'cancel_pending')"

/** Invoices as lists and search show them. */
export class InvoiceLists extends FindableInvoices {
  private readonly statements = new Statements<Row>()

  constructor(private readonly reader: Reader) {
    super()
  }

  /** The next rows in the direction, through an index that has their order. */
  async walk(
    { accountId, livemode }: Scope,
    { isFailed = false, createdFrom, createdTo }: InvoiceConditions,
    { direction, from }: Partial<PageStart> & Pick<PageStart, 'direction'>,
    count: number,
  ): Promise<Batch<TitledInvoice>> {
    const [sign, order] = direction === 'older' ? ['<', ' desc'] : ['>', '']
    const conditions: [string, unknown[]][] = []
    if (isFailed) conditions.push([FAILED, []])
    if (createdFrom !== undefined) conditions.push(['and i.created_at >= ?', [createdFrom]])
    if (createdTo !== undefined) conditions.push(['and i.created_at < ?', [createdTo]])
    if (from) conditions.push([`and (i.created_at, i.id) ${sign} (?, ?)`, [from.createdAt, from.id]])
    const only = conditions.map(([text]) => text).join(' ')
    const sql = `${SELECT} ${only} order by i.created_at${order}, i.id${order}`
    const values = [accountId, livemode, ...conditions.flatMap(([, given]) => given)]
    const rows = (await this.statements.first(count, sql, this.reader, values)).map(toTitled)
    return { rows, last: rows.length < count ? null : (rows.at(-1) ?? null) }
  }

  /** Of these moments, in no order. */
  async createdAt(scope: Scope, moments: readonly string[]): Promise<TitledInvoice[]> {
    return this.where(scope, 'i.created_at', moments, this.reader)
  }

  async invoices(scope: Scope, ids: readonly string[]): Promise<TitledInvoice[]> {
    return this.where(scope, 'i.id', ids, this.reader)
  }

  async byIds(scope: Scope, ids: readonly string[], on: Reader = this.reader): Promise<Findable[]> {
    return (await this.where(scope, 'i.id', ids, on)).map(findableInvoice)
  }

  private async where(
    { accountId, livemode }: Scope,
    column: 'i.created_at' | 'i.id',
    values: readonly string[],
    on: Reader,
  ): Promise<TitledInvoice[]> {
    if (values.length === 0) return []
    const rows = await on('invoices as i')
      .join('payments as p', 'p.id', 'i.payment_id')
      .where({ 'i.account_id': accountId, 'i.livemode': livemode })
      .whereIn(column, values)
      .select<Row[]>(on.raw(ALL))
    return rows.map(toTitled)
  }
}

const toTitled = (row: Row): TitledInvoice =>
  Object.assign(LISTED_COLUMNS.fromRow(row), {
    linkId: row.link_id,
    title: row.title,
    amountCentavos: row.amount_centavos,
    currency: row.currency,
  })
