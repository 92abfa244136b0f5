/** Handles one kind of job. May run twice for a job, even concurrently: the row it works on decides. */
export abstract class Task {
  abstract readonly name: string
  /** A thrown error makes the job retry later. */
  abstract run(payload: unknown): Promise<void>
}

/** Runs at an interval in every worker process. */
export abstract class PeriodicTask {
  abstract readonly name: string
  abstract readonly everyMs: number
  abstract run(): Promise<void>
}

/** After these attempts the job is dropped; the sweep still finds its row. */
export const MAX_JOB_ATTEMPTS = 8
