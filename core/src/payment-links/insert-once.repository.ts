import type { Engine, Tx } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { CompletedKey, IdempotencyKeys } from '../idempotency/idempotency.repository.js'
import type { PaymentLink } from './payment-link.js'
import { LINK_COLUMNS, type PaymentLinks } from './payment-links.repository.js'

/** One round trip for both rows: on Postgres, round trips dominate the cost of a write. */
const INSERT_BOTH = new Statement<{ key: string }>(
  '',
  `with claim as (
     insert into idempotency_keys
       (account_id, livemode, key, operation, fingerprint, state, status, body, created_at, completed_at)
     values (?, ?, ?, ?, ?, 'completed', ?, ?, ?, ?)
     on conflict (account_id, livemode, key) do nothing returning key
   ), link as (
     ${LINK_COLUMNS.insert('payment_links', 'postgres', 'from claim')}
   )
   select key from claim`,
)

/** Inserts a new link and the stored response of its key, both or neither. */
export class InsertLinkOnce {
  constructor(
    private readonly engine: Engine,
    private readonly unitOfWork: UnitOfWork,
    private readonly links: PaymentLinks,
    private readonly keys: IdempotencyKeys,
  ) {}

  /**
   * False: the key is taken, and nothing was written.
   *
   * @param alongside also part of the transaction: if it throws, nothing is written; null: nothing else is
   */
  async run(link: PaymentLink, done: CompletedKey, alongside: ((tx: Tx) => Promise<void>) | null): Promise<boolean> {
    if (this.engine === 'postgres' && !alongside) {
      const { accountId, livemode } = done.scope
      const key = [accountId, livemode, done.key, done.operation, done.fingerprint, done.status, done.body]
      const values = [...key, done.at, done.at, ...LINK_COLUMNS.values(link)]
      return (await this.unitOfWork.runSingle((on) => INSERT_BOTH.rows(on, values))).length === 1
    }
    return this.unitOfWork.run(async (tx) => {
      if (!(await this.keys.complete(tx, done))) return false
      await this.links.insert(tx, link)
      await alongside?.(tx)
      return true
    })
  }
}
