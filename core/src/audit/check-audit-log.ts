import type { Timer } from '../kernel/timer.js'
import type { AuditEntry } from './audit-entry.js'
import type { AuditLog, ChainReport } from './audit-log.repository.js'

/** The last check of the chain by this process. `until`: when the newest entry was made that it covers; null: none was. */
export type ChainCheck =
  | { state: 'running' }
  | { state: 'intact'; until: string | null }
  | { state: 'broken'; at: number | null; entry: AuditEntry | undefined }
  | { state: 'failed' }

/** How long a page waits for a check; a longer one goes on, and a later page shows its result. */
const WAIT_MS = 2000

/** Checks the chain of the audit log for a page: once at a time, giving way to other requests. */
export class CheckAuditLog {
  private last: ChainCheck | undefined
  private running: Promise<ChainCheck> | undefined

  constructor(
    private readonly auditLog: AuditLog,
    private readonly timer: Timer,
  ) {}

  /** What this process found last; the first time it checks. */
  async latest(): Promise<ChainCheck> {
    return this.running === undefined && this.last && this.last.state !== 'failed' ? this.last : this.run()
  }

  /** Checks from the first entry on, or waits for the check under way. */
  async run(): Promise<ChainCheck> {
    this.running ??= this.check()
    return Promise.race([this.running, this.timer.sleep(WAIT_MS).then((): ChainCheck => ({ state: 'running' }))])
  }

  private async check(): Promise<ChainCheck> {
    try {
      this.last = await this.toCheck(await this.auditLog.verify(undefined, () => this.timer.yieldToEventLoop()))
    } catch {
      // The database is away: nothing is known about the chain.
      this.last = { state: 'failed' }
    } finally {
      this.running = undefined
    }
    return this.last
  }

  private async toCheck(report: ChainReport): Promise<ChainCheck> {
    if (report.ok) return { state: 'intact', until: (await this.auditLog.find(report.entries))?.at ?? null }
    const { brokenAt: at } = report
    return { state: 'broken', at, entry: at === null ? undefined : await this.auditLog.find(at) }
  }
}
