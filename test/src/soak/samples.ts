import { existsSync, statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { Site } from '../support/site.js'
import type { MemoryAnswer } from './memory-probe.js'

export interface Sample extends MemoryAnswer {
  /** From 0. */
  quarter: number
  /** Since the load began. */
  minute: number
  /** Null on Postgres, which bounds its own by `max_wal_size`. */
  walBytes: number | null
  /** On Postgres: what keeps the server from reusing space. */
  oldestTransactionSeconds: number
  load: number
  /** The latest that this process, which sends the requests, was late. */
  driverLateMs: number
}

/** Looks at the server and at the machine from time to time. */
export class Samples {
  readonly taken: Sample[] = []
  private readonly delay: IntervalHistogram = monitorEventLoopDelay({ resolution: 10 })
  private begun = performance.now()

  constructor(
    private readonly site: Site,
    private readonly probePort: number,
  ) {
    this.delay.enable()
  }

  /** From here on counts what is taken. */
  async begin(): Promise<void> {
    await this.probe()
    this.begun = performance.now()
    this.delay.reset()
  }

  async take(quarter: number, snapshotFolder: string | null = null): Promise<Sample> {
    const query = snapshotFolder === null ? '' : `?snapshot=${encodeURIComponent(snapshotFolder)}`
    const sample = {
      ...(await this.probe(query)),
      quarter,
      minute: (performance.now() - this.begun) / 60_000,
      walBytes: this.walBytes(),
      oldestTransactionSeconds: await this.oldestTransaction(),
      load: loadavg()[0] ?? 0,
      driverLateMs: this.delay.max / 1e6,
    }
    this.delay.reset()
    this.taken.push(sample)
    return sample
  }

  private async probe(query = ''): Promise<MemoryAnswer> {
    const answer = await fetch(`http://127.0.0.1:${this.probePort}/${query}`)
    return (await answer.json()) as MemoryAnswer
  }

  private walBytes(): number | null {
    if (this.site.view.isPostgres) return null
    const file = `${this.site.database.url.slice('sqlite:'.length)}-wal`
    return existsSync(file) ? statSync(file).size : 0
  }

  private async oldestTransaction(): Promise<number> {
    if (!this.site.view.isPostgres) return 0
    const [row] = await this.site.view
      .rows<{ seconds: number | null }>(
        `select max(extract(epoch from now() - xact_start))::float8 as seconds from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      )
      .catch(() => [])
    return row?.seconds ?? 0
  }
}

/** Change per hour: the median of the slopes between all pairs, which single outliers do not move. */
export function slopePerHour(points: readonly (readonly [minute: number, value: number])[]): number {
  const slopes: number[] = []
  for (const [at, [minute, value]] of points.entries()) {
    for (const [later, other] of points.slice(at + 1)) slopes.push(((other - value) / (later - minute)) * 60)
  }
  slopes.sort((a, b) => a - b)
  return slopes[Math.floor(slopes.length / 2)] ?? 0
}
