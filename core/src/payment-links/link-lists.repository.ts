import type { Reader } from '../database/engine.js'
import { Statements } from '../database/statements.js'
import type { Cursor } from '../kernel/cursor.js'
import type { Batch, PageStart } from '../kernel/keyset.js'
import type { Scope } from '../kernel/principal.js'
import { FindableLinks } from '../search/findables.js'
import type { Findable } from '../search/search-words.js'
import { findableLink } from './findable-link.js'
import type { LinkStatus, PaymentLink } from './payment-link.js'
import { LINK_COLUMNS, type LinkRow } from './payment-links.repository.js'

export interface LinkConditions {
  /** As stored. */
  status?: LinkStatus
  createdBy?: string
  createdFrom?: string
  /** Not included. */
  createdTo?: string
}

const ALL = LINK_COLUMNS.names.join(', ')
const SELECT = `select ${ALL} from payment_links where account_id = ? and livemode = ?`

const NEXT_TO_EXPIRE = `${SELECT} and status = 'active' and expires_at is not null and expires_at > ?`

/** Links as lists and search show them. */
export class LinkLists extends FindableLinks {
  private readonly statements = new Statements<LinkRow>()

  constructor(private readonly reader: Reader) {
    super()
  }

  /** The next rows in the direction, through an index that has their order. */
  async walk(
    { accountId, livemode }: Scope,
    { status, createdBy, createdFrom, createdTo }: LinkConditions,
    { direction, from }: { direction: PageStart['direction']; from: Cursor | undefined },
    count: number,
  ): Promise<Batch<PaymentLink>> {
    const isOlder = direction === 'older'
    const conditions: [string, unknown[]][] = []
    if (status !== undefined) conditions.push(['status = ?', [status]])
    // The index of links by user holds those of users alone, and is used only if the statement says so.
    if (createdBy !== undefined) conditions.push(["created_by = ? and created_by > 'user:'", [createdBy]])
    if (createdFrom !== undefined) conditions.push(['created_at >= ?', [createdFrom]])
    if (createdTo !== undefined) conditions.push(['created_at < ?', [createdTo]])
    if (from) conditions.push([`(created_at, id) ${isOlder ? '<' : '>'} (?, ?)`, [from.createdAt, from.id]])
    const order = isOlder ? 'order by created_at desc, id desc' : 'order by created_at, id'
    const sql = [SELECT, ...conditions.map(([text]) => `and ${text}`), order].join(' ')
    const values = [accountId, livemode, ...conditions.flatMap(([, given]) => given)]
    const rows = (await this.statements.first(count, sql, this.reader, values)).map(toLink)
    return { rows, last: rows.length < count ? null : (rows.at(-1) ?? null) }
  }

  /** Of these moments, in no order. */
  async createdAt(scope: Scope, moments: readonly string[]): Promise<PaymentLink[]> {
    return this.where(scope, 'created_at', moments, this.reader)
  }

  async links(scope: Scope, ids: readonly string[]): Promise<PaymentLink[]> {
    return this.where(scope, 'id', ids, this.reader)
  }

  async byIds(scope: Scope, ids: readonly string[], on: Reader = this.reader): Promise<Findable[]> {
    return (await this.where(scope, 'id', ids, on)).map(findableLink)
  }

  /** Active links, the next to expire first. */
  async nextToExpire(
    { accountId, livemode }: Scope,
    { now, limit, createdBy }: { now: string; limit: number; createdBy?: string },
  ): Promise<PaymentLink[]> {
    const [own, values] = createdBy === undefined ? ['', []] : ['and created_by = ?', [createdBy]]
    const sql = `${NEXT_TO_EXPIRE} ${own} order by expires_at, id`
    const rows = await this.statements.first(limit, sql, this.reader, [accountId, livemode, now, ...values])
    return rows.map(toLink)
  }

  private async where(
    { accountId, livemode }: Scope,
    column: 'created_at' | 'id',
    values: readonly string[],
    on: Reader,
  ): Promise<PaymentLink[]> {
    if (values.length === 0) return []
    const rows = await on<LinkRow>('payment_links')
      .where({ account_id: accountId, livemode })
      .whereIn(column, values)
      .select(LINK_COLUMNS.names)
    return rows.map(toLink)
  }
}

const toLink = (row: LinkRow): PaymentLink => LINK_COLUMNS.fromRow(row)
