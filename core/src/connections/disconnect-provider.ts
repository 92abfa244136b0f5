import type { Principal } from '../kernel/principal.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import { Problem } from '../kernel/problem.js'
import type { Connection } from './connection.js'
import { nextConnectionStatus } from './connection.transitions.js'
import type { Connections } from './connections.repository.js'

/** Ends a connection. Its sealed credentials stay: its open payments are still verified with them. */
export class DisconnectProvider {
  constructor(
    private readonly connections: Connections,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` */
  async run(connectionId: string, principal: Principal): Promise<Connection> {
    const connection = await this.connections.find(connectionId)
    if (!connection) throw new Problem('not_found', { detail: 'There is no such connection.' })
    const status = nextConnectionStatus(connection.status, 'disconnect')
    const updatedAt = iso(this.clock.now())
    if (status !== connection.status) {
      await this.unitOfWork.run(async (tx) => {
        await this.connections.disconnect(tx, connection.id, updatedAt)
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
