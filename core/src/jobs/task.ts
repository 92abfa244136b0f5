/** One kind of job. May run twice for one job, and two at once: the row it works on decides. */
export abstract class Task {
  abstract readonly name: string
  /** A thrown error means: again, later. */
  abstract run(payload: unknown): Promise<void>
}

/** Something to be done every so often in every process that works. */
export abstract class Chore {
  abstract readonly name: string
  abstract readonly everyMs: number
  abstract run(): Promise<void>
}

/** How often a job is tried before it is given up; the sweep of its row goes on. */
export const MOST_ATTEMPTS = 8
