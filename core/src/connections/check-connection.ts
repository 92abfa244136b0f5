import type { ConnectionReport } from '@paylink/plugin-api'
import { type Principal, SYSTEM } from '../kernel/principal.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import { modeOf } from '../kernel/mode.js'
import { Problem } from '../kernel/problem.js'
import type { CallProvider, ConnectedProvider } from '../plugin-host/call-provider.js'
import { type ConnectionTrigger, nextConnectionStatus } from './connection.transitions.js'
import type { Connection } from './connection.js'
import type { Connections } from './connections.repository.js'
import type { OpenConnection } from './open-connection.js'

export interface ConnectionFinding {
  /** Null: the check says nothing about the credentials. */
  trigger: ConnectionTrigger | null
  lastError: string | null
}

export class CheckConnection {
  constructor(
    private readonly connections: Connections,
    private readonly openConnection: OpenConnection,
    private readonly callProvider: CallProvider,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks the provider whether the credentials are still valid, and records the result. An unreachable provider changes
   * `lastError` only, not the status.
   *
   * @throws Problem `not_found`
   */
  async run(connectionId: string, principal: Principal = SYSTEM): Promise<Connection> {
    const connection = await this.connections.find(connectionId)
    if (!connection) throw new Problem('not_found', { detail: 'There is no such connection.' })
    if (connection.status === 'disconnected') return connection
    const { trigger, lastError } = await this.probe(connection)
    return this.note(connection, trigger, lastError, principal)
  }

  /** Asks the provider about the credentials. Writes nothing. */
  async probe(connection: Connection): Promise<ConnectionFinding> {
    const connected = await this.openConnection.run(connection)
    // Says nothing about the credentials: another process may have the plugin.
    if (!connected) return { trigger: null, lastError: 'its plugin is not installed, or the sandbox is off' }
    const outcome = await this.callProvider.run(connected, 'read', (provider, ctx) => provider.checkConnection(ctx))
    if (!outcome.ok) {
      return { trigger: outcome.fault === 'auth' ? 'check_failed' : null, lastError: outcome.message }
    }
    const error = credentialError(connection, outcome.value)
    return { trigger: error === null ? 'check_passed' : 'check_failed', lastError: error }
  }

  /** Records that the provider refused the credentials during other work. */
  async recordRefusal({ connectionId, readAt }: ConnectedProvider, message: string): Promise<void> {
    const connection = await this.connections.find(connectionId)
    if (connection?.updatedAt === readAt) await this.note(connection, 'check_failed', message, SYSTEM)
  }

  private async note(
    connection: Connection,
    trigger: ConnectionTrigger | null,
    lastError: string | null,
    principal: Principal,
  ): Promise<Connection> {
    const at = iso(this.clock.now())
    const status = trigger ? nextConnectionStatus(connection.status, trigger) : connection.status
    const found = { status, lastError, lastCheckedAt: at, updatedAt: at }
    await this.unitOfWork.run(async (tx) => {
      const isNoted = await this.connections.recordCheck(tx, connection, found)
      if (!isNoted || status === connection.status) return
      await this.auditLog.append(tx, principal, {
        accountId: connection.accountId,
        action: `connection.${status}`,
        target: connection.id,
        details: { lastError },
      })
    })
    return { ...connection, ...found }
  }
}

/** Why these credentials do not fit this connection; null if they do. */
function credentialError({ livemode, externalAccountId }: Connection, report: ConnectionReport): string | null {
  if (!report.ok) return report.problem ?? 'the provider reports a problem'
  if (report.livemode !== livemode) {
    return `these are ${modeOf(report.livemode)} credentials, and the connection is for ${modeOf(livemode)} mode`
  }
  const isOther = externalAccountId !== null && (report.externalAccountId ?? null) !== externalAccountId
  return isOther ? 'these are the credentials of another account at the provider' : null
}
