import type { Reader } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import { iso, later } from '../kernel/clock.js'
import { type Queue, type QueueName, QUEUES, rowsOf } from '../work/queues.js'
import { DEAD_AFTER_MS } from '../work/workers.repository.js'

export interface LateWork {
  what: string
  count: number
  since: string
}

/** More are counted as so many: the backlog may be long. */
const MAX_COUNTED = 1000

const WHAT: Record<QueueName, string> = {
  verifications: 'payments to verify',
  notifications: 'notifications to handle',
  webhooks: 'webhooks to deliver',
  emails: 'emails to send',
  invoices: 'invoices to advance',
}

interface LateRow {
  count: number
  since: string | null
}

const READ_LATE = (Object.keys(WHAT) as QueueName[]).map((name) => {
  const queue: Queue = QUEUES[name]
  const late = `select d.${queue.dueAt} as due ${rowsOf(queue)} and d.${queue.dueAt} < ? limit ${MAX_COUNTED}`
  const statement = new Statement<LateRow>(`select count(*) as count, min(due) as since from (${late}) as late`)
  return { what: WHAT[name], statement }
})

/** What was due before this time and is not done. */
export async function readLateWork(reader: Reader, before: string): Promise<LateWork[]> {
  const found = await Promise.all(
    READ_LATE.map(async ({ what, statement }) => {
      const [row] = await statement.rows(reader, [before])
      return { what, count: row?.count ?? 0, since: row?.since ?? '' }
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
