import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Principal } from '../kernel/principal.js'
import type { Sealer } from '../secrets/sealer.js'
import { associatedDataOf, AUDIT_PREFIX, type Connection, type ConnectionKind } from './connection.js'
import type { Basis, Connections } from './connections.repository.js'
import { type ConnectionSettings, toSealable } from './open-connection.js'

interface StoredAct {
  /** None if the connection is new. */
  basis?: Basis
  /** Of a new one: the connections that were there when it was prepared. */
  known?: readonly string[]
  /** What follows the kind's prefix in the audit log's action. */
  action: 'connected' | 'issuer_chosen'
  details: Record<string, unknown>
  /** Part of the same transaction. */
  also?: (tx: Tx) => Promise<void>
}

/** Seals the settings of a connection and puts it in use. */
export class StoreConnection {
  constructor(
    private readonly connections: Connections,
    private readonly sealer: Sealer,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Problem `request_in_flight`: `basis` has changed since it was read; nothing was written
   * @throws TwinConnectionProblem the same account was connected in the meantime
   */
  async run<K extends ConnectionKind>(
    connection: Connection<K>,
    settings: ConnectionSettings,
    principal: Principal,
    { basis, known, action, details, also }: StoredAct,
  ): Promise<Connection<K>> {
    const { id, kind, accountId } = connection
    const sealedSettings = await this.sealer.seal(associatedDataOf(connection), toSealable(kind, settings))
    const stored = { ...connection, sealedSettings, updatedAt: iso(this.clock.now()) }
    await this.unitOfWork.run(async (tx) => {
      const replaced = await this.connections.put(tx, stored, { basis, known })
      await also?.(tx)
      await this.auditLog.append(tx, principal, {
        accountId,
        action: `${AUDIT_PREFIX[kind]}.${action}`,
        target: id,
        details: { ...details, replaced },
      })
    })
    return stored
  }
}
