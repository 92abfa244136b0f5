import type { Tx } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import { JobQueue, type JobOptions } from './job-queue.js'
import { MAX_JOB_ATTEMPTS } from './task.js'

const ADD_JOB = new Statement<unknown>(
  '',
  `select from graphile_worker.add_job(
     ?::text, payload := ?::json, run_at := coalesce(?::timestamptz, now()), job_key := ?::text, max_attempts := ?::int)`,
)

/** Jobs on Postgres: `add_job` commits and rolls back with the transaction it is called in. */
export class GraphileQueue extends JobQueue {
  async enqueue(tx: Tx, task: string, payload: object, options: JobOptions = {}): Promise<void> {
    await ADD_JOB.rows(tx, [
      task,
      JSON.stringify(payload),
      options.runAt?.toISOString() ?? null,
      options.key ?? null,
      MAX_JOB_ATTEMPTS,
    ])
  }
}
