import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import type { Principal } from '../kernel/principal.js'
import type { CustomerFinder } from './customer-finder.repository.js'
import type { EraseRows } from './erase-rows.js'
import type { Counts, Erasure, Erasures } from './erasures.repository.js'
import type { Found, KnownRows } from './found.js'
import { ELSEWHERE, keptRowsOf, type KeptRows } from './kept-rows.js'
import type { PersonalRows } from './personal-rows.repository.js'
import { refuseWhileBusy } from './refuse-while-busy.js'

export interface ErasureReport {
  email: string
  /** Rows that were changed or deleted, by table. */
  erased: Counts
  kept: KeptRows[]
  elsewhere: readonly string[]
}

/** Rows of one transaction: a page waits for it no longer than for any other write. */
const BATCH = 50
/** New rows may come while one looks; they end, since no row leads to the customer any more. */
const MAX_ROUNDS = 5

/**
 * Erases a customer from every table that knows them, in short transactions. It may be killed at any moment, and goes on
 * when it is started again. What the law keeps stays, and is reported.
 */
export class EraseCustomer {
  constructor(
    private readonly finder: CustomerFinder,
    private readonly rows: PersonalRows,
    private readonly eraseRows: EraseRows,
    private readonly erasures: Erasures,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** @throws CustomerBusyError a payment or an invoice of theirs is not decided yet; nothing was changed */
  async run(accountId: string, address: string, principal: Principal): Promise<ErasureReport> {
    const email = address.toLowerCase()
    const erasure = (await this.erasures.find(accountId, email)) ?? (await this.begin(accountId, email))
    if (!erasure) return { email, erased: {}, kept: [], elsewhere: ELSEWHERE }
    let found = erasure.found
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      const count = await this.eraseFound(erasure, found)
      found = await this.finder.find(accountId, email, knownIn(erasure.found))
      if (round > 1 && count === 0) break
    }
    const kept = await this.keptOf(found)
    await this.end(erasure, kept, principal)
    await this.rows.truncateWal()
    return { email, erased: erasure.counts, kept, elsewhere: ELSEWHERE }
  }

  /** Null: nothing is known about them. */
  private async begin(accountId: string, email: string): Promise<Erasure | null> {
    const found = await this.finder.find(accountId, email)
    if (Object.values(found.rows).every((keys) => keys.length === 0)) return null
    const startedAt = iso(this.clock.now())
    const erasure: Erasure = { id: this.ids.next('ers'), accountId, startedAt, found, counts: {} }
    const sealed = await this.erasures.seal(erasure)
    const isNew = await this.unitOfWork.run(async (tx) => {
      const { payments, invoices } = knownIn(found)
      refuseWhileBusy(await this.rows.busy(tx, payments, invoices))
      return this.erasures.insert(tx, erasure, sealed)
    })
    return isNew ? erasure : ((await this.erasures.find(accountId, email)) ?? null)
  }

  /** Returns how many rows it changed. */
  private async eraseFound(erasure: Erasure, { rows, identity }: Found): Promise<number> {
    let changed = 0
    // Names that earlier rounds have erased from their own rows still stand in the plan.
    const known = {
      ...identity,
      names: [...new Set([...erasure.found.identity.names, ...identity.names])],
      rfcs: [...new Set([...erasure.found.identity.rfcs, ...identity.rfcs])],
    }
    for (const [table, keys] of Object.entries(rows)) {
      for (let from = 0; from < keys.length; from += BATCH) {
        const { count, counts } = await this.unitOfWork.run(async (tx) => {
          const count = await this.eraseRows.run(tx, table, keys.slice(from, from + BATCH), known)
          return { count, counts: await this.erasures.count(tx, erasure.id, table, count) }
        })
        changed += count
        erasure.counts = counts ?? erasure.counts
      }
    }
    return changed
  }

  private async keptOf({ rows }: Found): Promise<KeptRows[]> {
    const kept: KeptRows[] = []
    for (const [table, keys] of Object.entries(rows)) {
      const found = keptRowsOf(table, await this.rows.remaining(null, table, keys))
      if (found) kept.push(found)
    }
    return kept
  }

  private async end({ id, accountId, counts }: Erasure, kept: readonly KeptRows[], principal: Principal) {
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.erasures.end(tx, id)) || Object.keys(counts).length === 0) return
      const details = { erased: counts, kept: Object.fromEntries(kept.map(({ table, rows }) => [table, rows])) }
      await this.auditLog.append(tx, principal, { accountId, action: 'customer.erased', target: id, details })
    })
  }
}

function knownIn({ rows }: Found): KnownRows {
  const ids = (table: string): string[] => (rows[table] ?? []).map(([id]) => String(id))
  return { links: ids('payment_links'), payments: ids('payments'), invoices: ids('invoices') }
}
