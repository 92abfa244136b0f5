import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import { type AccountPrincipal, isSameScope } from '../kernel/principal.js'
import type { PaymentConnection } from './connection.js'
import { nextConnectionStatus } from './connection.transitions.js'
import type { Connections } from './connections.repository.js'
import { noConnection } from './provider-problem.js'

/** Ends a connection. Its sealed credentials stay: its open payments are still verified with them. */
export class DisconnectProvider {
  constructor(
    private readonly connections: Connections,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` */
  async run(principal: AccountPrincipal, connectionId: string): Promise<PaymentConnection> {
    const connection = await this.connections.find('payment', connectionId)
    if (!connection || !isSameScope(connection, principal)) throw noConnection()
    const status = nextConnectionStatus(connection.status, 'disconnect')
    const updatedAt = iso(this.clock.now())
    if (status !== connection.status) {
      await this.unitOfWork.run(async (tx) => {
        await this.connections.disconnect(tx, connection.kind, connection.id, updatedAt)
        await this.auditLog.append(tx, principal, {
          accountId: connection.accountId,
          action: 'connection.disconnected',
          target: connection.id,
        })
      })
    }
    return { ...connection, status, updatedAt }
  }
}
