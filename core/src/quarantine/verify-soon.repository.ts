import type { Knex } from 'knex'
import { type Clock, iso, later, SECOND_MS } from '../kernel/clock.js'

interface Row {
  id: string
  status: string
  asked_at: string | null
  reconcile_after: string | null
}

const BATCH = 1000
/** Half of what a connection's worker can do, so that later payments need not wait. */
const BATCH_MS = 100 * SECOND_MS

/**
 * Makes the payments that are watched due for verification soon, those that wait for money first, unless their provider has
 * answered since this time: what became of them before it is unknown here.
 */
export async function verifySoon(on: Knex, clock: Clock, until: string): Promise<void> {
  let at = clock.now()
  for (const isPending of [true, false]) {
    let before: string | null = null
    do {
      const watched = on<Row>('payments').whereNotNull('reconcile_after').orderBy('id', 'desc').limit(BATCH)
      if (isPending) watched.where({ status: 'pending' })
      else watched.whereNot({ status: 'pending' })
      if (before !== null) watched.where('id', '<', before)
      watched.where((unknown) => void unknown.whereNull('asked_at').orWhere('asked_at', '<=', until))
      const ids: string[] = await watched.pluck('id')
      await on<Row>('payments')
        .whereIn('id', ids)
        .where('reconcile_after', '>', iso(at))
        .update({ reconcile_after: iso(at) })
      before = ids.length === BATCH ? (ids.at(-1) ?? null) : null
      if (ids.length > 0) at = later(at, BATCH_MS)
    } while (before !== null)
  }
}
