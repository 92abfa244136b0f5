/** Runs at an interval in every worker process; on Postgres, if that is a minute or more, in one of them. */
export interface PeriodicTask {
  readonly name: string
  readonly everyMs: number
  /** When it runs first; unless given, after one interval. */
  readonly firstMs?: number
  run(): Promise<void>
}
