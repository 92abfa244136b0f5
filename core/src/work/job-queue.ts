import type { Tx } from '../database/engine.js'

export interface JobOptions {
  /** Earliest start. Default: now. */
  runAt?: Date
  /** Replaces a waiting job with the same key. */
  key?: string
}

/**
 * A job only makes due work start sooner: the truth is in our own rows, and a sweep finds due rows that have no job. Jobs
 * run at least once.
 */
export abstract class JobQueue {
  /** The job exists if, and only if, the transaction commits. */
  abstract enqueue(tx: Tx, task: string, payload: object, options?: JobOptions): Promise<void>
}
