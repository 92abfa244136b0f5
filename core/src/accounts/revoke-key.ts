import type { AccountWidePrincipal } from '../kernel/principal.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { ApiKeys } from './api-keys.repository.js'

export class RevokeKey {
  constructor(
    private readonly keys: ApiKeys,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Revokes a key at once; one that is already revoked stays as it is.
   *
   * @returns when it was revoked, ISO 8601; null: the account has no such key
   */
  async run(principal: AccountWidePrincipal, id: string): Promise<string | null> {
    const { accountId } = principal
    const now = iso(this.clock.now())
    return this.unitOfWork.run(async (tx) => {
      const revoked = await this.keys.revoke(tx, accountId, id, now)
      if (revoked?.isNew) await this.auditLog.append(tx, principal, { accountId, action: 'key.revoked', target: id })
      return revoked?.at ?? null
    })
  }
}
