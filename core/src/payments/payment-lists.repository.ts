import type { ProviderState } from '@paylink/plugin-api'
import type { Reader } from '../database/engine.js'
import { Statements } from '../database/statements.js'
import type { Cursor } from '../kernel/cursor.js'
import type { Batch, PageStart } from '../kernel/keyset.js'
import type { Scope } from '../kernel/principal.js'
import { type SearchedLink, textsOf } from '../payment-links/findable-link.js'
import { FindablePayments } from '../search/findables.js'
import type { Findable } from '../search/search-words.js'
import { cardOf, trackingKeyOf } from './method-detail.js'
import { folioOf } from './folio.js'
import { isBeingCreated, type PaymentStatus } from './payment.js'
import { PAYMENT_COLUMNS } from './payment.row.js'

const COLUMNS = PAYMENT_COLUMNS.only(
  ...(['id', 'linkId', 'provider', 'providerRef', 'status', 'method', 'methodDetail', 'voucher'] as const),
  ...(['amountCentavos', 'amountRefunded', 'currency', 'customerName', 'customerEmail', 'metadata'] as const),
  ...(['createdAt', 'paidAt', 'reconcileError', 'reviewReason', 'reviewSince'] as const),
)

type ListedFields = ReturnType<typeof COLUMNS.fromRow>

/** What lists and search show of a payment, with the title of its link. */
export interface TitledPayment extends ListedFields {
  title: string
  /** The provider's last answer. Lists have it of payments that failed, were canceled or are under review alone. */
  answer: ProviderState | null
  /** Paid at a simulator, not at the provider. */
  isSandbox: boolean
}

export interface PaymentConditions {
  status?: PaymentStatus
  isUnderReview?: boolean
  createdFrom?: string
  /** Not included. */
  createdTo?: string
}

type TitledRow = Parameters<typeof COLUMNS.fromRow>[0] & {
  title: string
  sandbox: boolean | number | null
  answer: string | null
}

const ANSWER =
  '(select a.state from provider_answers a where a.payment_id = p.id order by a.seen_at desc, a.hash desc limit 1)'
/** As subqueries: Postgres plans and starts joins for longer than it takes to look these up. */
const LOOKED_UP = [
  '(select l.title from payment_links l where l.id = p.link_id) as title',
  '(select c.sandbox from connections c where c.id = p.connection_id) as sandbox',
]
const ALL = [...COLUMNS.names.map((name) => `p.${name}`), ...LOOKED_UP].join(', ')
const LISTED = `${ALL}, case when p.review_reason is not null or p.status in ('failed', 'canceled') then ${ANSWER} end as answer`
const SEARCHED = `${ALL}, ${ANSWER} as answer`
const SELECT = `select ${LISTED} from payments p where p.account_id = ? and p.livemode = ?`

// Without the order, an engine may look for them through all payments.
const UNDER_REVIEW = `select 1 from payments where account_id = ? and livemode = ? and review_reason is not null
  order by review_since`

/** Payments as lists and search show them. */
export class PaymentLists extends FindablePayments {
  private readonly statements = new Statements<TitledRow>()

  constructor(private readonly reader: Reader) {
    super()
  }

  /** The next rows in the direction, through an index that has their order. */
  async walk(
    { accountId, livemode }: Scope,
    { status, isUnderReview, createdFrom, createdTo }: PaymentConditions,
    { direction, from }: { direction: PageStart['direction']; from: Cursor | undefined },
    count: number,
  ): Promise<Batch<TitledPayment>> {
    const isOlder = direction === 'older'
    const conditions: [string, unknown[]][] = []
    if (status !== undefined) conditions.push(['p.status = ?', [status]])
    if (isUnderReview) conditions.push(['p.review_reason is not null', []])
    if (createdFrom !== undefined) conditions.push(['p.created_at >= ?', [createdFrom]])
    if (createdTo !== undefined) conditions.push(['p.created_at < ?', [createdTo]])
    if (from) conditions.push([`(p.created_at, p.id) ${isOlder ? '<' : '>'} (?, ?)`, [from.createdAt, from.id]])
    const order = isOlder ? 'order by p.created_at desc, p.id desc' : 'order by p.created_at, p.id'
    const sql = [SELECT, ...conditions.map(([text]) => `and ${text}`), order].join(' ')
    const values = [accountId, livemode, ...conditions.flatMap(([, given]) => given)]
    const rows = (await this.statements.first(count, sql, this.reader, values)).map(toPayment)
    return { rows, last: rows.length < count ? null : (rows.at(-1) ?? null) }
  }

  /** Of these moments, in no order. */
  async createdAt(scope: Scope, moments: readonly string[]): Promise<TitledPayment[]> {
    return this.where(scope, 'p.created_at', moments, this.reader)
  }

  async payments(scope: Scope, ids: readonly string[]): Promise<TitledPayment[]> {
    return this.where(scope, 'p.id', ids, this.reader)
  }

  /** Under review in this mode, the longest waiting first. */
  async underReview({ accountId, livemode }: Scope, limit: number): Promise<TitledPayment[]> {
    const sql = `${SELECT} and p.review_reason is not null order by p.review_since, p.id`
    return (await this.statements.first(limit, sql, this.reader, [accountId, livemode])).map(toPayment)
  }

  /** How many are under review in this mode, up to `limit`. */
  async countUnderReview({ accountId, livemode }: Scope, limit: number): Promise<number> {
    return (await this.statements.first(limit, UNDER_REVIEW, this.reader, [accountId, livemode])).length
  }

  /** Of these links, newest first. */
  async ofLinks(scope: Scope, linkIds: readonly string[]): Promise<TitledPayment[]> {
    const found = await this.where(scope, 'p.link_id', linkIds, this.reader)
    return found.sort((one, other) => (one.id < other.id ? 1 : -1))
  }

  async byIds(scope: Scope, ids: readonly string[], on: Reader = this.reader): Promise<Findable[]> {
    return (await this.where(scope, 'p.id', ids, on)).map(findablePayment)
  }

  private async where(
    { accountId, livemode }: Scope,
    column: 'p.created_at' | 'p.id' | 'p.link_id',
    values: readonly string[],
    on: Reader,
  ): Promise<TitledPayment[]> {
    if (values.length === 0) return []
    const rows = await on('payments as p')
      .where({ 'p.account_id': accountId, 'p.livemode': livemode })
      .whereIn(column, values)
      .select<TitledRow[]>(on.raw(SEARCHED))
    return rows.map(toPayment)
  }
}

export type SearchedPayment = Pick<TitledPayment, 'linkId' | 'providerRef' | 'methodDetail' | 'voucher' | 'answer'> &
  Omit<SearchedLink, 'slug' | 'createdBy'>

/**
 * By its link's words, its own id, the provider's ids of checkout and payment, the folio of its receipt, the last four digits
 * of the card, the reference of a voucher or CLABE, and the tracking key of a transfer.
 */
export function findablePayment(payment: SearchedPayment): Findable {
  const { id, createdAt, linkId, amountCentavos, voucher } = payment
  const reference = voucher === null ? undefined : (JSON.parse(voucher) as { reference?: unknown }).reference
  const keys = [
    ...ownKeysOf(payment),
    linkId,
    cardOf(payment)?.last4,
    typeof reference === 'string' ? reference : undefined,
  ]
  return {
    id,
    createdAt,
    keys: keys.filter((key): key is string => Boolean(key)),
    amountCentavos,
    texts: textsOf(payment),
  }
}

/** What no other payment has. */
export function ownKeysOf(payment: Pick<SearchedPayment, 'id' | 'providerRef' | 'methodDetail' | 'answer'>): string[] {
  const { id, providerRef, answer } = payment
  const folio = folioOf(id)
  const pageId = answer?.dashboardUrl && lastSegmentOf(answer.dashboardUrl)
  const atProvider = [isBeingCreated(payment) ? null : providerRef, pageId, trackingKeyOf(payment)]
  return [id, folio, folio.replace('-', ''), ...atProvider].filter((key): key is string => Boolean(key))
}

const lastSegmentOf = (url: string): string | undefined => URL.parse(url)?.pathname.split('/').at(-1)

const toPayment = (row: TitledRow): TitledPayment =>
  Object.assign(COLUMNS.fromRow(row), {
    title: row.title,
    isSandbox: Boolean(row.sandbox),
    answer: row.answer === null ? null : (JSON.parse(row.answer) as ProviderState),
  })
