import type { Reader } from '../database/engine.js'
import type { Connection } from '../connections/connection.js'

export interface Arrivals {
  /** The newest payments that were paid by this connection, as they began; the newest first. */
  paidAt: string[]
  /** When its latest notification arrived; null: none did. */
  lastAt: string | null
}

/** Whether what was paid at a provider was also notified. */
export async function readArrivals(
  reader: Reader,
  { id, accountId, livemode }: Connection,
  payments: number,
): Promise<Arrivals> {
  const paidAt = await reader('payments')
    .where({ account_id: accountId, livemode, status: 'succeeded', connection_id: id })
    .orderBy('created_at', 'desc')
    .limit(payments)
    .pluck<string[]>('created_at')
  const last = await reader('notifications')
    .where({ connection_id: id })
    .max({ at: 'received_at' })
    .first<{ at: string | null }>()
  return { paidAt, lastAt: last?.at ?? null }
}
