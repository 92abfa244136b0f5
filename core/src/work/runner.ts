import type { Task } from './task.js'

/** Runs the jobs of a queue until it is stopped. */
export abstract class Runner {
  /** The heartbeat of this process keeps its jobs from being given to another worker. */
  abstract start(tasks: readonly Task[]): Promise<void>
  /** Takes no new jobs and waits for the running ones. */
  abstract stop(): Promise<void>
  /** Releases the jobs of dead workers. */
  abstract reclaim(): Promise<void>
}

/** A process without a heartbeat for this long is considered dead (I35). */
export const DEAD_AFTER_MS = 15_000
export const HEARTBEAT_MS = 5_000
