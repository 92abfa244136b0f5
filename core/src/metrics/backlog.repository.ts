import { readBackupState } from '../backup/backup-state.repository.js'
import type { Reader } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import { type Clock, iso, later, MINUTE_MS } from '../kernel/clock.js'
import { readQuarantine } from '../quarantine/quarantine.repository.js'
import { type Queue, QUEUES, rowsOf } from '../work/queues.js'

export interface QueueState {
  queue: string
  /** Rows that are not finished, including those that are not due yet. */
  waiting: number
  due: number
  /** Due for more than a minute. */
  late: number
  /** Of the row that has been due for longest; 0: none is due. */
  oldestDueMs: number
}

/** Queue lengths and states for `/metrics`, read from the database. */
export interface Backlog {
  queues: QueueState[]
  underReview: { test: number; live: number }
  /** Since the latest backup that succeeded; null: there is none. */
  backupAgeMs: number | null
  hasBackupFailed: boolean
  isInQuarantine: boolean
}

const LATE_MS = MINUTE_MS
/** Keeps the cost of a reading independent of the backlog: counts end here. */
export const MAX_COUNTED = 10_000

interface QueueRow {
  queue: string
  waiting: number
  due: number | null
  late: number | null
  oldest: string | null
}

const READ_QUEUES = new Statement<QueueRow>(
  Object.entries<Queue>(QUEUES)
    .map(
      ([name, queue]) =>
        `select '${name}' as queue, count(*) as waiting, min(due_at) as oldest,
           sum(case when due_at <= ? then 1 else 0 end) as due, sum(case when due_at <= ? then 1 else 0 end) as late
         from (select d.${queue.dueAt} as due_at ${rowsOf(queue)} limit ${MAX_COUNTED}) as ${name}`,
    )
    .join(' union all '),
)

const COUNT_REVIEWS = new Statement<{ livemode: boolean | number; count: number }>(
  `select livemode, count(*) as count
   from (select livemode from payments where review_reason is not null limit ${MAX_COUNTED}) as reviews group by livemode`,
)

export class ReadBacklog {
  constructor(
    private readonly reader: Reader,
    private readonly clock: Clock,
  ) {}

  /** One statement after the other: a scrape never takes more than one connection. */
  async run(): Promise<Backlog> {
    const now = this.clock.now()
    const times = [iso(now), iso(later(now, -LATE_MS))]
    const queues = await READ_QUEUES.rows(
      this.reader,
      Object.keys(QUEUES).flatMap(() => times),
    )
    const reviews = await COUNT_REVIEWS.rows(this.reader, [])
    const backup = await readBackupState(this.reader)
    const quarantine = await readQuarantine(this.reader)
    const succeededAt = backup?.error === null && backup.finishedAt ? backup.finishedAt : (backup?.succeededAt ?? null)
    const inMode = (livemode: boolean): number => reviews.find((row) => Boolean(row.livemode) === livemode)?.count ?? 0
    return {
      queues: queues.map(({ queue, waiting, due, late, oldest }) => ({
        ...{ queue, waiting, due: due ?? 0, late: late ?? 0 },
        oldestDueMs: oldest === null ? 0 : Math.max(0, now.getTime() - Date.parse(oldest)),
      })),
      underReview: { test: inMode(false), live: inMode(true) },
      backupAgeMs: succeededAt === null ? null : now.getTime() - Date.parse(succeededAt),
      hasBackupFailed: backup !== null && backup.error !== null,
      isInQuarantine: quarantine !== null,
    }
  }
}
