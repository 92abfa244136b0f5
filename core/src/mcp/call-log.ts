import type { AuditLog, PrivilegedAct } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { modeOf } from '../kernel/mode.js'
import type { AccountPrincipal, Principal } from '../kernel/principal.js'
import type { Timer } from '../kernel/timer.js'
import type { PeriodicTask } from '../work/periodic-task.js'
import { WriteBehind } from '../work/write-behind.js'

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

const MAX_PER_TRANSACTION = 500

/**
 * Writes every tool call to the audit log within about a second, so that calls do not queue for the head of the log.
 * Calls of the last second are lost if the process is killed; what they changed names its key or grant all the same.
 */
export class CallLog implements PeriodicTask {
  readonly name = 'store-tool-calls'
  readonly everyMs = SECOND_MS

  private readonly entries: WriteBehind<Entry>

  constructor(
    auditLog: AuditLog,
    unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    timer: Timer,
    log: Log,
  ) {
    const store = (batch: readonly Entry[]): Promise<void> => unitOfWork.run((tx) => auditLog.appendAll(tx, batch))
    this.entries = new WriteBehind({
      what: 'audit entries of tool calls',
      maxPerBatch: MAX_PER_TRANSACTION,
      store,
      timer,
      log,
    })
  }

  note({ principal, tool, client, argumentsHash, outcome }: ToolCall): void {
    const details = { mode: modeOf(principal.livemode), client, argumentsHash, outcome }
    const act = { accountId: principal.accountId, action: 'tool.called', target: tool, details }
    this.entries.add({ principal, act, at: iso(this.clock.now()) })
  }

  run(): Promise<void> {
    return this.entries.run()
  }

  drain(): Promise<void> {
    return this.entries.drain()
  }
}
