import type { Engine, Reader, Tx } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import type { Metadata } from '../contract/fields.js'
import type { Scope } from '../kernel/principal.js'
import type { Cursor } from '../kernel/cursor.js'
import type { Channel, LinkItem, LinkStatus, PaymentLink } from './payment-link.js'

export interface LinkRow {
  id: string
  account_id: string
  livemode: boolean | number
  slug: string
  status: LinkStatus
  title: string
  description: string | null
  items: string
  amount_centavos: number
  currency: string
  customer_email: string | null
  customer_name: string | null
  expires_at: string | null
  metadata: string
  providers: string
  invoiceable: boolean | number
  channel: Channel
  paid_payment_id: string | null
  created_at: string
}

const LINK_COLUMNS = [
  'id',
  'account_id',
  'livemode',
  'slug',
  'status',
  'title',
  'description',
  'items',
  'amount_centavos',
  'currency',
  'customer_email',
  'customer_name',
  'expires_at',
  'metadata',
  'providers',
  'invoiceable',
  'channel',
  'paid_payment_id',
  'created_at',
] as const satisfies readonly (keyof LinkRow)[]
/** Fails to compile when a column is missing above. */
type Missing = Exclude<keyof LinkRow, (typeof LINK_COLUMNS)[number]>
/** Named columns: on Postgres a prepared `select *` fails once another version has added a column. */
const ALL: Missing extends never ? string : never = LINK_COLUMNS.join(', ')

const FIND = new Statement<LinkRow>(`select ${ALL} from payment_links where account_id = ? and livemode = ? and id = ?`)
const BY_SLUG = new Statement<LinkRow>(`select ${ALL} from payment_links where slug = ?`)
const CURSOR = new Statement<{ created_at: string; id: string }>(
  'select created_at, id from payment_links where account_id = ? and livemode = ? and id = ?',
)

const NEWEST = 'order by created_at desc, id desc limit ?'
const page = (conditions: string): string =>
  `select ${ALL} from payment_links where account_id = ? and livemode = ? ${conditions} ${NEWEST}`
const AFTER = 'and (created_at, id) < (?, ?)'

const LISTS = {
  all: '',
  stored: 'and status = ?',
  active: "and status = 'active' and (expires_at is null or expires_at > ?)",
}

const PAGES = new Map<string, Statement<LinkRow>>()

function pageStatement(list: keyof typeof LISTS, isFirst: boolean): Statement<LinkRow> {
  const name = `${list}:${isFirst}`
  let statement = PAGES.get(name)
  if (!statement) {
    statement = new Statement<LinkRow>(page(`${LISTS[list]} ${isFirst ? '' : AFTER}`))
    PAGES.set(name, statement)
  }
  return statement
}

/**
 * The effective status depends on time: a link past its expiry is `expired` before the periodic task has stored it.
 * The few of these are read first, through an index of their own; otherwise every active link would be read.
 */
const lapsed = (isFirst: boolean): Statement<LinkRow> =>
  new Statement<LinkRow>(
    `with lapsed (lapsed_id) as materialized (
       select id from payment_links where status = 'active' and expires_at is not null and expires_at <= ?
     )
     select ${ALL} from lapsed cross join payment_links
     where id = lapsed_id and account_id = ? and livemode = ? ${isFirst ? '' : AFTER} ${NEWEST}`,
  )
const LAPSED = { first: lapsed(true), next: lapsed(false) }

/** Postgres takes a bare placeholder in a `select` for text. */
const POSTGRES_TYPES: Partial<Record<keyof LinkRow, string>> = {
  livemode: 'boolean',
  amount_centavos: 'int',
  expires_at: 'timestamptz',
  invoiceable: 'boolean',
  created_at: 'timestamptz',
}

/** The statement that inserts a link, with `linkValues` as its values; `from` may make it conditional. */
export function insertLink(engine: Engine, from: string): string {
  const placeholders = LINK_COLUMNS.map((column) =>
    engine === 'postgres' ? `?::${POSTGRES_TYPES[column] ?? 'text'}` : '?',
  )
  return `insert into payment_links (${ALL}) select ${placeholders.join(', ')} ${from}`
}

export function linkValues(link: PaymentLink): unknown[] {
  const row = toLinkRow(link)
  return LINK_COLUMNS.map((column) => row[column])
}

const INSERT = new Statement<never>(insertLink('sqlite', ''), insertLink('postgres', ''))

export class PaymentLinks {
  constructor(private readonly reader: Reader) {}

  async find(scope: Scope, id: string, on: Reader = this.reader): Promise<PaymentLink | undefined> {
    const [row] = await FIND.rows(on, [scope.accountId, scope.livemode, id])
    return row && toLink(row)
  }

  async findBySlug(slug: string): Promise<PaymentLink | undefined> {
    const [row] = await BY_SLUG.rows(this.reader, [slug])
    return row && toLink(row)
  }

  async cursor(scope: Scope, id: string): Promise<Cursor | undefined> {
    const [row] = await CURSOR.rows(this.reader, [scope.accountId, scope.livemode, id])
    return row && { createdAt: row.created_at, id: row.id }
  }

  /** Newest first, after the cursor; `status` is the effective one at `now`. */
  async list(
    scope: Scope,
    { status, after, limit, now }: { status?: LinkStatus; after?: Cursor; limit: number; now: string },
  ): Promise<PaymentLink[]> {
    const read = (list: keyof typeof LISTS, value?: string) =>
      pageStatement(list, !after).rows(this.reader, [
        scope.accountId,
        scope.livemode,
        ...(value === undefined ? [] : [value]),
        ...(after ? [after.createdAt, after.id] : []),
        limit,
      ])
    if (status === undefined) return (await read('all')).map(toLink)
    if (status === 'active') return (await read('active', now)).map(toLink)
    if (status !== 'expired') return (await read('stored', status)).map(toLink)
    const cursor = after ? [after.createdAt, after.id] : []
    const values = [now, scope.accountId, scope.livemode, ...cursor, limit]
    const waiting = await (after ? LAPSED.next : LAPSED.first).rows(this.reader, values)
    const both = [...(await read('stored', 'expired')), ...waiting]
    return both.map(toLink).sort(newestFirst).slice(0, limit)
  }

  /** Locks the row until the transaction ends. */
  async lock(tx: Tx, scope: Scope, id: string): Promise<PaymentLink | undefined> {
    const query = tx<LinkRow>('payment_links').where({
      account_id: scope.accountId,
      livemode: scope.livemode,
      id,
    })
    const row = await query.forUpdate().first()
    return row && toLink(row)
  }

  async insert(tx: Tx, link: PaymentLink): Promise<void> {
    await INSERT.rows(tx, linkValues(link))
  }

  /** Saves the columns that may change. */
  async save(tx: Tx, link: PaymentLink): Promise<void> {
    const row = toLinkRow(link)
    await tx('payment_links').where({ id: link.id }).update({
      status: row.status,
      title: row.title,
      description: row.description,
      customer_email: row.customer_email,
      customer_name: row.customer_name,
      expires_at: row.expires_at,
      metadata: row.metadata,
      providers: row.providers,
      invoiceable: row.invoiceable,
      paid_payment_id: row.paid_payment_id,
    })
  }

  /** Writes down what reads `expired` already. Returns how many. */
  async expire(tx: Tx, now: string, limit: number): Promise<number> {
    const due = tx('payment_links').where({ status: 'active' }).where('expires_at', '<=', now).limit(limit).select('id')
    return tx('payment_links')
      .whereIn('id', due)
      .where({ status: 'active' })
      .where('expires_at', '<=', now)
      .update({ status: 'expired' })
  }
}

const newestFirst = (a: PaymentLink, b: PaymentLink): number =>
  a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1

function toLink(row: LinkRow): PaymentLink {
  return {
    accountId: row.account_id,
    livemode: Boolean(row.livemode),
    id: row.id,
    slug: row.slug,
    status: row.status,
    title: row.title,
    description: row.description,
    items: JSON.parse(row.items) as LinkItem[],
    amountCentavos: row.amount_centavos,
    currency: row.currency,
    customerEmail: row.customer_email,
    customerName: row.customer_name,
    expiresAt: row.expires_at,
    metadata: JSON.parse(row.metadata) as Metadata,
    providers: JSON.parse(row.providers) as string[],
    invoiceable: Boolean(row.invoiceable),
    channel: row.channel,
    paidPaymentId: row.paid_payment_id,
    createdAt: row.created_at,
  }
}

export function toLinkRow(link: PaymentLink): LinkRow {
  return {
    id: link.id,
    account_id: link.accountId,
    livemode: link.livemode,
    slug: link.slug,
    status: link.status,
    title: link.title,
    description: link.description,
    items: JSON.stringify(link.items),
    amount_centavos: link.amountCentavos,
    currency: link.currency,
    customer_email: link.customerEmail,
    customer_name: link.customerName,
    expires_at: link.expiresAt,
    metadata: JSON.stringify(link.metadata),
    providers: JSON.stringify(link.providers),
    invoiceable: link.invoiceable,
    channel: link.channel,
    paid_payment_id: link.paidPaymentId,
    created_at: link.createdAt,
  }
}
