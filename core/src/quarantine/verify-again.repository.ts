import type { Knex } from 'knex'
import { type Clock, iso, later, SECOND_MS } from '../kernel/clock.js'

interface Row {
  id: string
  status: string
  reconcile_after: string | null
}

const BATCH = 1000
/** Half of what a connection's worker can do, so that later payments need not wait. */
const BATCH_MS = 100 * SECOND_MS

/**
 * Makes the payments that are watched due for verification soon, those that wait for money first: what became of them in the
 * missing time is unknown here.
 */
export async function verifyAgain(on: Knex, clock: Clock): Promise<void> {
  let at = clock.now()
  for (const isPending of [true, false]) {
    let before: string | null = null
    do {
      const watched = on<Row>('payments').whereNotNull('reconcile_after').orderBy('id', 'desc').limit(BATCH)
      if (isPending) watched.where({ status: 'pending' })
      else watched.whereNot({ status: 'pending' })
      if (before !== null) watched.where('id', '<', before)
      const ids: string[] = await watched.pluck('id')
      await on('payments')
        .whereIn('id', ids)
        .where('reconcile_after', '>', iso(at))
        .update({ reconcile_after: iso(at) })
      before = ids.length === BATCH ? (ids.at(-1) ?? null) : null
      if (ids.length > 0) at = later(at, BATCH_MS)
    } while (before !== null)
  }
}
