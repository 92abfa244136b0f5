/** Runs at an interval in every worker process; on Postgres, if that is a minute or more, in one of them. */
export abstract class PeriodicTask {
  abstract readonly name: string
  abstract readonly everyMs: number
  abstract run(): Promise<void>
}
