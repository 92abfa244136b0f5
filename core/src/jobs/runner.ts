import type { Task } from './task.js'

/** Runs the jobs of a queue until it is stopped. */
export abstract class Runner {
  /** Tells which process holds a job; its heartbeat keeps the job from being given to another. */
  abstract start(tasks: readonly Task[]): Promise<void>
  /** Takes no new job, lets the running ones end. */
  abstract stop(): Promise<void>
  /** Gives the jobs of processes that have died to those that live. */
  abstract reclaim(): Promise<void>
}

/** A process that has not been heard of for this long is taken for dead (I35). */
export const SILENCE_MS = 15_000
export const HEARTBEAT_MS = 5_000
