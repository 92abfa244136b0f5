import type { Timer } from '../kernel/timer.js'
import type { AuditEntry, AuditHead } from './audit-entry.js'
import type { AuditLog, ChainReport } from './audit-log.repository.js'

/** The last check of the chain by this process. `until`: when the newest entry was made that it covers; null: none was. */
export type ChainCheck =
  | { state: 'running' }
  | { state: 'intact'; until: string | null }
  | { state: 'broken'; at: number | null; entry: AuditEntry | undefined }
  | { state: 'failed' }

/** Whether the chain still has the entry with a hash that was kept elsewhere. `unknown`: the chain itself is broken. */
export type AnchorCheck = 'running' | 'contained' | 'missing' | 'unknown' | 'failed'

interface Search {
  hash: string
  result: Promise<AnchorCheck>
  isOver: boolean
}

/** How long a page waits for a check; a longer one goes on, and a later page shows its result. */
const WAIT_MS = 2000

/** Checks the chain of the audit log for a page: once at a time, giving way to other requests. */
export class CheckAuditLog {
  private last: ChainCheck | undefined
  private running: Promise<ChainCheck> | undefined
  private search: Search | undefined

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

  /** The end of the log, to keep elsewhere; null: nothing is written yet. */
  async head(): Promise<AuditHead | null> {
    const head = await this.auditLog.head()
    return head.seq === 0 ? null : head
  }

  /** Searches the chain for this hash, as `audit verify --from` does: one search at a time, whose result is told once. */
  async find(hash: string): Promise<AnchorCheck> {
    if (this.search && this.search.hash !== hash && !this.search.isOver) return 'running'
    this.search = this.search?.hash === hash ? this.search : this.searchFor(hash)
    const { search } = this
    const found = await Promise.race([search.result, this.timer.sleep(WAIT_MS).then((): AnchorCheck => 'running')])
    if (found !== 'running' && this.search === search) this.search = undefined
    return found
  }

  private searchFor(hash: string): Search {
    const verified = this.auditLog.verify(hash, () => this.timer.yieldToEventLoop())
    const result = verified.then(
      (report): AnchorCheck => (report.ok ? 'contained' : report.brokenAt === null ? 'missing' : 'unknown'),
      (): AnchorCheck => 'failed',
    )
    const search: Search = { hash, result, isOver: false }
    void result.then(() => (search.isOver = true))
    return search
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
