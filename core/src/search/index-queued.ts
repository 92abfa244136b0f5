import type { UnitOfWork } from '../database/unit-of-work.js'
import { SECOND_MS } from '../kernel/clock.js'
import type { Scope } from '../kernel/principal.js'
import type { Timer } from '../kernel/timer.js'
import type { PeriodicTask } from '../work/periodic-task.js'
import type { FindableInvoices, FindableLinks, FindablePayments } from './findables.js'
import { FINDABLE_KINDS, type FindableKind, type Queued, type SearchIndex } from './search-index.repository.js'

const BATCH = 50
/** After an upgrade a whole database may wait: it leaves the requests room. */
const PAUSE_MS = 20

/**
 * Indexes links, payments and invoices that triggers have put into the queue, in the transaction that takes them from it. Creating a
 * link writes one row to the queue and no word; until it is indexed, a search looks at the queue's newest rows.
 */
export class IndexQueued implements PeriodicTask {
  readonly name = 'index-search'
  readonly everyMs = 2 * SECOND_MS
  private readonly sources: Record<FindableKind, FindableLinks | FindablePayments | FindableInvoices>

  constructor(
    private readonly index: SearchIndex,
    links: FindableLinks,
    payments: FindablePayments,
    invoices: FindableInvoices,
    private readonly unitOfWork: UnitOfWork,
    private readonly timer: Timer,
  ) {
    this.sources = { plink: links, pay: payments, inv: invoices }
  }

  async run(): Promise<void> {
    for (;;) {
      const count = await this.indexSome(BATCH)
      if (count < BATCH) return
      await this.timer.sleep(PAUSE_MS)
    }
  }

  /** Returns how many. */
  async indexSome(limit: number): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      const queued = await this.index.claim(tx, limit)
      for (const { scope, kind, ids } of groupsOf(queued)) {
        await this.index.add(tx, scope, kind, await this.sources[kind].byIds(scope, ids, tx))
      }
      return queued.length
    })
  }
}

interface Group {
  scope: Scope
  kind: FindableKind
  ids: string[]
}

function groupsOf(queued: readonly Queued[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { accountId, livemode, id } of queued) {
    const kind = FINDABLE_KINDS.find((one) => id.startsWith(`${one}_`))
    if (kind === undefined) continue
    const key = [accountId, livemode, kind].join(' ')
    const group = groups.get(key) ?? { scope: { accountId, livemode }, kind, ids: [] }
    group.ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()]
}
