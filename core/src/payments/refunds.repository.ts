import type { Reader, Tx } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import type { Scope } from '../kernel/principal.js'

/** Part of a payment that was given back. Negative: a person accepted another amount. */
export interface Refund {
  amountCentavos: number
  currency: string
  /** When it was learnt. */
  at: string
}

interface Row {
  payment_id: string
  position: number
  account_id: string
  livemode: boolean | number
  amount_centavos: number
  currency: string
  refunded_at: string
}

const INSERT_SQL = (at: string, flag: string, amount: string): string =>
  `insert into refunds (payment_id, position, account_id, livemode, amount_centavos, currency, refunded_at)
   select p.id, (select coalesce(max(r.position), 0) + 1 from refunds r where r.payment_id = p.id), p.account_id, p.livemode,
     ${amount}, ?, ${at}
   from payments p where p.account_id = ? and p.livemode = ${flag} and p.id = ?`
const INSERT = new Statement<never>(INSERT_SQL('?', '?', '?'), INSERT_SQL('?::timestamptz', '?', '?::int'))

/** Refunds, each as we learnt of it; a payment's row tells only how much of it was refunded. */
export class Refunds {
  constructor(private readonly reader: Reader) {}

  /** The payment is locked. */
  async insert(tx: Tx, { accountId, livemode, id }: Scope & { id: string }, refund: Refund): Promise<void> {
    const { amountCentavos, currency, at } = refund
    await INSERT.rows(tx, [amountCentavos, currency, at, accountId, livemode, id])
  }

  /** Oldest first. */
  async list({ accountId, livemode }: Scope, paymentId: string): Promise<Refund[]> {
    const rows = await this.reader<Row>('refunds')
      .where({ account_id: accountId, livemode, payment_id: paymentId })
      .orderBy('position')
    return rows.map((row) => ({ amountCentavos: row.amount_centavos, currency: row.currency, at: row.refunded_at }))
  }
}
