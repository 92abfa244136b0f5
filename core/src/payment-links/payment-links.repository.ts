import { Columns, type RowOf } from '../database/columns.js'
import type { Reader, Tx } from '../database/engine.js'
import { newestFirst } from '../database/newest-first.js'
import { Statement } from '../database/statement.js'
import type { Scope } from '../kernel/principal.js'
import type { Cursor } from '../kernel/cursor.js'
import type { LinkStatus, PaymentLink } from './payment-link.js'

export type LinkRow = RowOf<PaymentLink>

export const LINK_COLUMNS = Columns.of<PaymentLink>({
  id: 'text',
  accountId: 'text',
  livemode: 'boolean',
  slug: 'text',
  status: 'text',
  title: 'text',
  description: 'text',
  items: 'json',
  amountCentavos: 'int',
  currency: 'text',
  customerEmail: 'text',
  customerName: 'text',
  expiresAt: 'timestamptz',
  metadata: 'json',
  providers: 'json',
  invoiceable: 'boolean',
  channel: 'text',
  createdBy: 'text',
  paidPaymentId: 'text',
  createdAt: 'timestamptz',
})
const ALL = LINK_COLUMNS.names.join(', ')

const FIND = new Statement<LinkRow>(`select ${ALL} from payment_links where account_id = ? and livemode = ? and id = ?`)
const BY_SLUG = new Statement<LinkRow>(`select ${ALL} from payment_links where slug = ?`)
const CURSOR = new Statement<{ created_at: string; id: string }>(
  'select created_at, id from payment_links where account_id = ? and livemode = ? and id = ?',
)

const SELECT = `select ${ALL} from payment_links where account_id = ? and livemode = ?`
const PAGES = {
  all: newestFirst<LinkRow>(SELECT),
  stored: newestFirst<LinkRow>(`${SELECT} and status = ?`),
  active: newestFirst<LinkRow>(`${SELECT} and status = 'active' and (expires_at is null or expires_at > ?)`),
  /**
   * The effective status depends on time: a link past its expiry is `expired` before the periodic task has stored it.
   * The few of these are read first, through an index of their own; otherwise every active link would be read.
   */
  lapsed: newestFirst<LinkRow>(
    `with lapsed (lapsed_id) as materialized (
       select id from payment_links where status = 'active' and expires_at is not null and expires_at <= ?
     )
     select ${ALL} from lapsed cross join payment_links where id = lapsed_id and account_id = ? and livemode = ?`,
  ),
}

const INSERT = new Statement<never>(
  LINK_COLUMNS.insert('payment_links', 'sqlite'),
  LINK_COLUMNS.insert('payment_links', 'postgres'),
)

const toLink = (row: LinkRow): PaymentLink => LINK_COLUMNS.fromRow(row)

export class PaymentLinks {
  constructor(private readonly reader: Reader) {}

  async find(scope: Scope, id: string, on: Reader = this.reader): Promise<PaymentLink | undefined> {
    const [row] = await FIND.rows(on, [scope.accountId, scope.livemode, id])
    return row && toLink(row)
  }

  /** In any account and mode. */
  async exists(id: string): Promise<boolean> {
    return (await this.reader('payment_links').where({ id }).first('id')) !== undefined
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
    const read = async (page: (typeof PAGES)['all'], ...values: unknown[]): Promise<PaymentLink[]> =>
      (await page(this.reader, values, limit, after)).map(toLink)
    const { accountId, livemode } = scope
    if (status === undefined) return read(PAGES.all, accountId, livemode)
    if (status === 'active') return read(PAGES.active, accountId, livemode, now)
    const stored = await read(PAGES.stored, accountId, livemode, status)
    if (status !== 'expired') return stored
    const lapsed = await read(PAGES.lapsed, now, accountId, livemode)
    return [...stored, ...lapsed].sort(byNewest).slice(0, limit)
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
    await INSERT.rows(tx, LINK_COLUMNS.values(link))
  }

  /** Saves the columns that may change. */
  async save(tx: Tx, link: PaymentLink): Promise<void> {
    const row = LINK_COLUMNS.toRow(link)
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

  /** Stores `expired` for links past their expiry. Returns how many. */
  async expire(tx: Tx, now: string, limit: number): Promise<number> {
    const due = tx('payment_links').where({ status: 'active' }).where('expires_at', '<=', now).limit(limit).select('id')
    return tx('payment_links')
      .whereIn('id', due)
      .where({ status: 'active' })
      .where('expires_at', '<=', now)
      .update({ status: 'expired' })
  }
}

const byNewest = (a: PaymentLink, b: PaymentLink): number =>
  a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1
