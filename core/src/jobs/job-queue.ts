import type { Tx } from '../database/engine.js'

export interface JobOptions {
  /** Not before. Default: at once. */
  runAt?: Date
  /** A job with the same key that still waits is replaced. */
  key?: string
}

/**
 * The alarm clock. What is due stands in our own rows, and a sweep finds what an alarm missed; a job
 * only makes it happen sooner. Jobs run at least once.
 */
export abstract class JobQueue {
  /** The job exists if, and only if, the transaction commits. */
  abstract enqueue(tx: Tx, task: string, payload: object, options?: JobOptions): Promise<void>
}
