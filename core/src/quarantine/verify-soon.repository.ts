import type { Tx } from '../database/engine.js'
import { type Clock, iso, later, SECOND_MS } from '../kernel/clock.js'

interface Row {
  id: string
  connection_id: string
  status: string
  asked_at: string | null
  reconcile_after: string | null
}

const BATCH = 1000
/** Half of what a connection's worker can do, so that later payments need not wait. */
const BATCH_MS = 100 * SECOND_MS

/**
 * Makes the payments that are watched due for verification soon, of each connection those first that wait for money, unless
 * their provider has answered since this time: what became of them before it is unknown here. In short transactions: another
 * process may be verifying them.
 */
export async function verifySoon(
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  clock: Clock,
  until: string,
): Promise<void> {
  const now = clock.now()
  const connections = await inTransaction<string[]>((tx) =>
    tx<Row>('payments').whereNotNull('reconcile_after').whereNotNull('connection_id').distinct().pluck('connection_id'),
  )
  for (const connectionId of connections) {
    const watched = await inTransaction((tx) => watchedBy(tx, connectionId, until))
    for (let batch = 0; batch * BATCH < watched.length; batch++) {
      const at = iso(later(now, batch * BATCH_MS))
      const ids = watched.slice(batch * BATCH, (batch + 1) * BATCH)
      await inTransaction(async (tx) => {
        await tx<Row>('payments').whereIn('id', ids).where('reconcile_after', '>', at).update({ reconcile_after: at })
      })
    }
  }
}

/** The pending ones first, then the newest. */
async function watchedBy(tx: Tx, connectionId: string, until: string): Promise<string[]> {
  const rows: Pick<Row, 'id' | 'status'>[] = await tx<Row>('payments')
    .where({ connection_id: connectionId })
    .whereNotNull('reconcile_after')
    .where((unknown) => void unknown.whereNull('asked_at').orWhere('asked_at', '<=', until))
    .select('id', 'status')
  const rank = ({ status }: Pick<Row, 'status'>): number => (status === 'pending' ? 0 : 1)
  return rows.sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? 1 : -1)).map(({ id }) => id)
}
