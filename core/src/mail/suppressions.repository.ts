import type { Reader, Tx } from '../database/engine.js'
import type { Cursor } from '../kernel/cursor.js'
import type { Batch, PageStart } from '../kernel/keyset.js'
import type { Scope } from '../kernel/principal.js'
import type { ListedSuppression, Suppression, SuppressionReason } from './suppression.js'
import { type Clock, iso } from '../kernel/clock.js'

interface Row {
  account_id: string
  livemode: boolean | number
  address: string
  reason: SuppressionReason
  delivery_id: string
  created_at: string
}

/** Addresses that are not emailed again (R246). */
export class Suppressions {
  constructor(
    private readonly reader: Reader,
    private readonly clock: Clock,
  ) {}

  /** `on`: the current transaction, if any. */
  async reasonFor(
    { accountId, livemode }: Scope,
    address: string,
    on: Reader = this.reader,
  ): Promise<SuppressionReason | null> {
    const where = { account_id: accountId, livemode, address: address.toLowerCase() }
    const row = await on<Row>('email_suppressions').where(where).first('reason')
    return row?.reason ?? null
  }

  /** An earlier reason is kept. */
  async add(tx: Tx, { accountId, livemode }: Scope, address: string, reason: SuppressionReason, deliveryId: string) {
    const row: Row = {
      account_id: accountId,
      livemode,
      address: address.toLowerCase(),
      reason,
      delivery_id: deliveryId,
      created_at: iso(this.clock.now()),
    }
    await tx<Row>('email_suppressions').insert(row).onConflict(['account_id', 'livemode', 'address']).ignore()
  }

  /** False: the address was not suppressed. */
  async remove(tx: Tx, { accountId, livemode }: Scope, address: string): Promise<boolean> {
    const where = { account_id: accountId, livemode, address: address.toLowerCase() }
    return (await tx('email_suppressions').where(where).delete()) > 0
  }

  /** Newest first. */
  async list(accountId: string): Promise<Suppression[]> {
    const rows = await this.reader<Row>('email_suppressions')
      .where({ account_id: accountId })
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'address', order: 'asc' },
      ])
    return rows.map(toSuppression)
  }

  /** Those of one mode in one direction, each under the id of the email that led to it: an email has one recipient. */
  async walk(
    { accountId, livemode }: Scope,
    { direction, from }: { direction: PageStart['direction']; from: Cursor | undefined },
    count: number,
  ): Promise<Batch<ListedSuppression>> {
    const [order, beyond] = direction === 'older' ? (['desc', '<'] as const) : (['asc', '>'] as const)
    const query = this.reader<Row>('email_suppressions').where({ account_id: accountId, livemode })
    if (from) void query.whereRaw(`(created_at, delivery_id) ${beyond} (?, ?)`, [from.createdAt, from.id])
    const found = await query
      .orderBy([
        { column: 'created_at', order },
        { column: 'delivery_id', order },
      ])
      .limit(count)
    const rows = found.map(toSuppression).map((one) => ({ ...one, id: one.deliveryId }))
    return { rows, last: rows.length < count ? null : (rows.at(-1) ?? null) }
  }

  async find({ accountId, livemode }: Scope, deliveryId: string): Promise<Suppression | undefined> {
    const where = { account_id: accountId, livemode, delivery_id: deliveryId }
    const row = await this.reader<Row>('email_suppressions').where(where).first()
    return row && toSuppression(row)
  }
}

const toSuppression = (row: Row): Suppression => ({
  address: row.address,
  livemode: Boolean(row.livemode),
  reason: row.reason,
  deliveryId: row.delivery_id,
  createdAt: row.created_at,
})

/** Each reason as a sentence. */
export const SUPPRESSION_REASONS: Record<SuppressionReason, string> = {
  bounced: 'email to this address bounced; ask the customer for another address',
  complained: 'the recipient reported an earlier email as spam',
  unsubscribed: 'the recipient has unsubscribed',
}
