import type { Tx } from '../database/engine.js'

/** What is kept by day in an account's time zone. Implemented by `payments`, a higher room. */
export abstract class DaySums {
  /** In the transaction that changes the zone, which holds the account's row. */
  abstract moveToZone(tx: Tx, accountId: string, timeZone: string): Promise<void>
}
