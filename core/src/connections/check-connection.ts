import type { ConnectionReport } from '@paylink/plugin-api'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import { modeOf } from '../kernel/mode.js'
import { type AccountPrincipal, isSameScope, type Principal, SYSTEM } from '../kernel/principal.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import { AUDIT_PREFIX, type Connection, type ConnectionKind } from './connection.js'
import { type ConnectionTrigger, nextConnectionStatus } from './connection.transitions.js'
import type { Connections } from './connections.repository.js'
import type { Connected, OpenConnection } from './open-connection.js'
import { noConnection } from './provider-problem.js'

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
   */
  async run<K extends ConnectionKind>(
    connection: Connection<K>,
    principal: Principal = SYSTEM,
  ): Promise<Connection<K>> {
    if (connection.status === 'disconnected') return connection
    const { trigger, lastError } = await this.probe(connection)
    return this.record(connection, trigger, lastError, principal)
  }

  /** The same for a connection of the account, by its id. @throws Problem `not_found` */
  async byId<K extends ConnectionKind>(principal: AccountPrincipal, kind: K, id: string): Promise<Connection<K>> {
    const connection = await this.connections.find(kind, id)
    if (!connection || !isSameScope(connection, principal)) throw noConnection()
    return this.run(connection, principal)
  }

  /** Asks the provider about the credentials. Writes nothing. */
  async probe(connection: Connection): Promise<ConnectionFinding> {
    const connected = await this.openConnection.run(connection)
    // Says nothing about the credentials: another process may have the plugin.
    if (!connected) return { trigger: null, lastError: 'its plugin is not installed, or the sandbox is off' }
    const outcome = await this.callProvider.run(connected, 'checkConnection', (provider, ctx) =>
      provider.checkConnection(ctx),
    )
    if (!outcome.ok) {
      return { trigger: outcome.fault === 'auth' ? 'check_failed' : null, lastError: outcome.message }
    }
    const error = credentialError(connection, outcome.value)
    return { trigger: error === null ? 'check_passed' : 'check_failed', lastError: error }
  }

  /** Records that the provider refused the credentials during other work, unless they were changed since. */
  async recordRefusal({ connection }: Pick<Connected, 'connection'>, message: string): Promise<void> {
    await this.record(connection, 'check_failed', message, SYSTEM)
  }

  private async record<K extends ConnectionKind>(
    connection: Connection<K>,
    trigger: ConnectionTrigger | null,
    lastError: string | null,
    principal: Principal,
  ): Promise<Connection<K>> {
    const at = iso(this.clock.now())
    const status = trigger ? nextConnectionStatus(connection.status, trigger) : connection.status
    const found = { status, lastError, lastCheckedAt: at, updatedAt: at }
    await this.unitOfWork.run(async (tx) => {
      const isRecorded = await this.connections.recordCheck(tx, connection, found)
      if (!isRecorded || status === connection.status) return
      await this.auditLog.append(tx, principal, {
        accountId: connection.accountId,
        action: `${AUDIT_PREFIX[connection.kind]}.${status}`,
        target: connection.id,
        details: { lastError },
      })
    })
    return { ...connection, ...found }
  }
}

/** Why these credentials do not fit this connection; null if they do. */
function credentialError({ kind, livemode, externalAccountId }: Connection, report: ConnectionReport): string | null {
  if (!report.ok) return report.problem ?? 'the provider reports a problem'
  if (report.livemode !== livemode) {
    return `these are ${modeOf(report.livemode)} credentials, and the connection is for ${modeOf(livemode)} mode`
  }
  // An invoicing provider may report the chosen issuer's account in place of the connected one.
  if (kind === 'invoicing') return null
  const isOther = externalAccountId !== null && (report.externalAccountId ?? null) !== externalAccountId
  return isOther ? 'these are the credentials of another account at the provider' : null
}
