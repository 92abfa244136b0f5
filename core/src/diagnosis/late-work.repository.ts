import type { Reader } from '../database/engine.js'
import { iso, later } from '../kernel/clock.js'
import { DEAD_AFTER_MS } from '../work/workers.repository.js'

export interface LateWork {
  what: string
  count: number
  since: string
}

/** More are counted as so many: the backlog may be long. */
const MAX_COUNTED = 1000

/** Due rows by what they are, each found by an index on the due time. */
const QUEUES: readonly { what: string; rows: (reader: Reader, before: string) => ReturnType<Reader> }[] = [
  {
    what: 'payments to verify',
    rows: (reader, before) => reader('payments').where('reconcile_after', '<', before).select('reconcile_after as due'),
  },
  {
    what: 'notifications to handle',
    rows: (reader, before) =>
      reader('notifications')
        .where('next_attempt_at', '<', before)
        .whereNull('handled_at')
        .select('next_attempt_at as due'),
  },
  {
    what: 'webhooks to deliver',
    rows: (reader, before) =>
      reader('webhook_deliveries as d')
        .join('webhook_endpoints as p', 'p.id', 'd.endpoint_id')
        .where({ 'p.status': 'enabled' })
        .where('d.next_attempt_at', '<', before)
        .select('d.next_attempt_at as due'),
  },
  {
    what: 'emails to send',
    rows: (reader, before) =>
      reader('email_deliveries')
        .where({ status: 'queued' })
        .where('next_attempt_at', '<', before)
        .select('next_attempt_at as due'),
  },
  {
    what: 'invoices to advance',
    rows: (reader, before) => reader('invoices').where('next_attempt_at', '<', before).select('next_attempt_at as due'),
  },
]

/** What was due before this time and is not done. */
export async function readLateWork(reader: Reader, before: string): Promise<LateWork[]> {
  const found = await Promise.all(
    QUEUES.map(async ({ what, rows }) => {
      const due = rows(reader, before).limit(MAX_COUNTED).as('late')
      const row = await reader
        .from(due)
        .count({ count: '*' })
        .min({ since: 'due' })
        .first<{ count: number | string; since: string | null }>()
      return { what, count: Number(row?.count ?? 0), since: row?.since ?? '' }
    }),
  )
  return found.filter(({ count }) => count > 0)
}

/** How many processes have shown lately that they run. */
export async function countProcesses(reader: Reader, now: Date): Promise<number> {
  const row = await reader('workers')
    .where('seen_at', '>=', iso(later(now, -DEAD_AFTER_MS)))
    .count({ count: '*' })
    .first<{ count: number | string }>()
  return Number(row?.count ?? 0)
}
