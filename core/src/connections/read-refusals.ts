import type { AuditLog } from '../audit/audit-log.repository.js'
import { AUDIT_PREFIX, type Connection } from './connection.js'

/** Of one connection: checks add an entry only when its status changes. */
const MAX_ENTRIES = 20

/** Since when providers refuse credentials. */
export class ReadRefusals {
  constructor(private readonly auditLog: AuditLog) {}

  /** Of a connection in status `error`, which every check since then has changed. */
  async since({ id, kind, accountId, updatedAt }: Connection): Promise<string> {
    const entries = await this.auditLog.about(accountId, [id], MAX_ENTRIES)
    return entries.find(({ action }) => action === `${AUDIT_PREFIX[kind]}.error`)?.at ?? updatedAt
  }
}
