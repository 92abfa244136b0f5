import type { Reader, Tx } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import type { Scope } from '../kernel/principal.js'
import type { Movement } from './money-movement.js'

/** Part of a payment that was given back. Negative: a person accepted another amount. */
export interface Refund {
  amountCentavos: number
  currency: string
  /** When it was learnt. */
  at: string
}

const INSERT_SQL = (at: string, amount: string): string =>
  `insert into money_movements
     (payment_id, position, account_id, livemode, kind, moved_at, recorded_at, provider, currency,
      gross_centavos, base_centavos, iva_centavos, exempt_centavos, fee_centavos)
   select p.id, (select coalesce(max(m.position), 0) + 1 from money_movements m where m.payment_id = p.id),
     p.account_id, p.livemode, ?, ${at}, ${at}, ?, ?, ${[1, 2, 3, 4, 5].map(() => amount).join(', ')}
   from payments p where p.account_id = ? and p.livemode = ? and p.id = ?`
const INSERT = new Statement<never>(INSERT_SQL('?', '?'), INSERT_SQL('?::timestamptz', '?::bigint'))

const REFUNDS = new Statement<{ gross_centavos: number | string; currency: string; recorded_at: string }>(
  `select gross_centavos, currency, recorded_at from money_movements
   where account_id = ? and livemode = ? and payment_id = ? and kind = 'refund' order by position`,
)

/** The ledger of an account: rows are added and never changed. A payment's row tells only where it stands now. */
export class Movements {
  constructor(private readonly reader: Reader) {}

  /** The payment is locked. `recordedAt`: now. */
  async insert(tx: Tx, payment: Scope & { id: string }, movement: Movement, recordedAt: string): Promise<void> {
    const { kind, at, provider, currency } = movement
    const { grossCentavos, baseCentavos, ivaCentavos, exemptCentavos, feeCentavos } = movement
    await INSERT.rows(tx, [
      ...[kind, at, recordedAt, provider, currency],
      ...[grossCentavos, baseCentavos, ivaCentavos, exemptCentavos, feeCentavos],
      ...[payment.accountId, payment.livemode, payment.id],
    ])
  }

  /** Oldest first. */
  async refunds({ accountId, livemode }: Scope, paymentId: string): Promise<Refund[]> {
    const rows = await REFUNDS.rows(this.reader, [accountId, livemode, paymentId])
    return rows.map((row) => ({
      amountCentavos: -Number(row.gross_centavos),
      currency: row.currency,
      at: row.recorded_at,
    }))
  }
}
