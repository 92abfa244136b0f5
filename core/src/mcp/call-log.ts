import type { AuditLog, PrivilegedAct } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { modeOf } from '../kernel/mode.js'
import type { AccountPrincipal, Principal } from '../kernel/principal.js'
import type { Timer } from '../kernel/timer.js'
import type { PeriodicTask } from '../work/periodic-task.js'

/** A tool call that was answered. */
export interface ToolCall {
  principal: AccountPrincipal
  tool: string
  /** What the program calls itself; not verified. */
  client: string
  /** SHA-256 in hex of the tool's name and arguments. */
  argumentsHash: string
  /** `done`, `approval_required`, or the code of the problem. */
  outcome: string
}

interface Entry {
  principal: Principal
  act: PrivilegedAct
  at: string
}

const MAX_PER_TRANSACTION = 200
const MAX_DRAIN_MS = SECOND_MS

/**
 * Writes every tool call to the audit log within about a second, so that calls do not queue for the head of the log.
 * Calls of the last second are lost if the process is killed; what they changed names its key or grant all the same.
 */
export class CallLog implements PeriodicTask {
  readonly name = 'store-tool-calls'
  readonly everyMs = SECOND_MS

  private entries: Entry[] = []
  private storing: Promise<void> | null = null
  private isFailing = false

  constructor(
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {}

  note({ principal, tool, client, argumentsHash, outcome }: ToolCall): void {
    const details = { mode: modeOf(principal.livemode), client, argumentsHash, outcome }
    const act = { accountId: principal.accountId, action: 'tool.called', target: tool, details }
    this.entries.push({ principal, act, at: iso(this.clock.now()) })
  }

  run(): Promise<void> {
    this.storing ??= this.store().finally(() => (this.storing = null))
    return this.storing
  }

  /** At shutdown: stores the remaining calls, unless the database takes too long. */
  async drain(): Promise<void> {
    await Promise.race([this.run(), this.timer.sleep(MAX_DRAIN_MS)])
  }

  private async store(): Promise<void> {
    while (this.entries.length > 0) {
      const batch = this.entries.slice(0, MAX_PER_TRANSACTION)
      try {
        await this.unitOfWork.run((tx) => this.auditLog.appendAll(tx, batch))
      } catch (error) {
        if (!this.isFailing) this.log.warn({ err: error }, 'tool calls cannot be audited; keeping them in memory')
        this.isFailing = true
        return
      }
      this.isFailing = false
      this.entries = this.entries.slice(batch.length)
    }
  }
}
