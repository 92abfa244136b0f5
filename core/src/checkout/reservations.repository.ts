import type { Engine } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { LINK_COLUMNS } from '../payment-links/payment-links.repository.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { Payment } from '../payments/payment.js'
import { PAYMENT_COLUMNS } from '../payments/payment.row.js'
import { type KeepEpoch, NOT_BEHIND } from '../quarantine/keep-epoch.js'

/** The mutable columns of a link that go into a checkout. */
const CHANGEABLE = ['title', 'description', 'customer_email', 'customer_name', 'metadata', 'providers'] as const

const claim = (timestamp: string): string =>
  `update payment_links set status = 'processing'
   where account_id = ? and livemode = ? and id = ? and status = 'active'
     and expires_at is not distinct from ${timestamp}
     ${CHANGEABLE.map((column) => `and ${column} is not distinct from ?`).join(' ')}
     and ${NOT_BEHIND}
   returning id`

const CLAIM = new Statement<{ id: string }>(claim('?'))
const INSERT = new Statement<never>(PAYMENT_COLUMNS.insert('payments', 'sqlite'))
/** One round trip for both rows: on Postgres, round trips dominate the cost of a write. */
const RESERVE = new Statement<{ id: string }>(
  '',
  `with link as (${claim('?::timestamptz')}) ${PAYMENT_COLUMNS.insert('payments', 'postgres', 'from link')} returning id`,
)

/** Reserves a link for one payment. */
export class Reservations {
  constructor(
    private readonly engine: Engine,
    private readonly unitOfWork: UnitOfWork,
    private readonly epoch: KeepEpoch,
  ) {}

  /**
   * False: the link has changed since it was read, or the database was put back to an earlier copy; nothing was written.
   *
   * @throws Error a unique violation: the link has an open payment (I1)
   */
  async insert(seen: PaymentLink, payment: Payment): Promise<boolean> {
    const row = LINK_COLUMNS.toRow(seen)
    const changeable = CHANGEABLE.map((column) => row[column])
    const asSeen = [seen.accountId, seen.livemode, seen.id, row.expires_at, ...changeable, this.epoch.seen]
    if (this.engine === 'postgres') {
      const values = [...asSeen, ...PAYMENT_COLUMNS.values(payment)]
      return (await this.unitOfWork.runSingle((on) => RESERVE.rows(on, values))).length === 1
    }
    return this.unitOfWork.run(async (tx) => {
      if ((await CLAIM.rows(tx, asSeen)).length === 0) return false
      await INSERT.rows(tx, PAYMENT_COLUMNS.values(payment))
      return true
    })
  }
}
