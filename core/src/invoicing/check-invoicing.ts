import { SYSTEM } from '../kernel/principal.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import { type ConnectionTrigger, nextConnectionStatus } from '../connections/connection.transitions.js'
import type { Generation } from '../database/generation.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { PeriodicTask } from '../work/task.js'
import { type Clock, HOUR_MS, iso } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import type { InvoicingConnection } from './invoicing-connection.js'
import type { InvoicingConnections } from './invoicing-connections.repository.js'
import type { OpenInvoicing } from './open-invoicing.js'

/** Checks periodically whether the credentials of invoicing connections are valid, refused ones included. */
export class CheckInvoicing extends PeriodicTask {
  readonly name = 'check-invoicing'
  readonly everyMs = HOUR_MS

  constructor(
    private readonly connections: InvoicingConnections,
    private readonly openInvoicing: OpenInvoicing,
    private readonly callProvider: CallProvider,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly generation: Generation,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super()
  }

  async run(): Promise<void> {
    await this.generation.refresh()
    for (const connection of await this.connections.listInUse()) {
      await this.check(connection).catch((error: unknown) =>
        this.log.error({ err: error, connection: connection.id }, 'could not check an invoicing connection'),
      )
    }
  }

  /** An unreachable provider changes no status, only `lastError`. */
  async check(connection: InvoicingConnection): Promise<InvoicingConnection> {
    const { trigger, lastError } = await this.probe(connection)
    return this.record(connection, trigger, lastError)
  }

  /** Asks the provider about the credentials. Writes nothing. */
  async probe(
    connection: InvoicingConnection,
  ): Promise<{ trigger: ConnectionTrigger | null; lastError: string | null }> {
    const connected = await this.openInvoicing.run(connection)
    if (!connected) return { trigger: null, lastError: 'its plugin is not installed, or the sandbox is off' }
    const outcome = await this.callProvider.run(connected, 'read', (provider, ctx) => provider.checkConnection(ctx))
    if (!outcome.ok) {
      return { trigger: outcome.fault === 'auth' ? 'check_failed' : null, lastError: outcome.message }
    }
    const { ok, problem = 'the provider reports a problem' } = outcome.value
    return ok ? { trigger: 'check_passed', lastError: null } : { trigger: 'check_failed', lastError: problem }
  }

  /** Records that the provider refused the credentials during another call. */
  async recordRefusal(connection: InvoicingConnection, message: string): Promise<void> {
    await this.record(connection, 'check_failed', message)
  }

  private async record(
    connection: InvoicingConnection,
    trigger: ConnectionTrigger | null,
    lastError: string | null,
  ): Promise<InvoicingConnection> {
    const at = iso(this.clock.now())
    const status = trigger ? nextConnectionStatus(connection.status, trigger) : connection.status
    const found = { status, lastError, lastCheckedAt: at, updatedAt: at }
    await this.unitOfWork.run(async (tx) => {
      const isRecorded = await this.connections.recordCheck(tx, connection, found)
      if (!isRecorded || status === connection.status) return
      await this.auditLog.append(tx, SYSTEM, {
        accountId: connection.accountId,
        action: `invoicing.${status}`,
        target: connection.id,
        details: { lastError },
      })
    })
    return { ...connection, ...found }
  }
}
