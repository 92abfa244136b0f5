import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { AccountWidePrincipal } from '../kernel/principal.js'
import type { Grants } from './grants.repository.js'

/** `client`: the agent's program gave it up. `token_reuse`: a code or refresh token was used a second time. */
export type RevocationReason = 'client' | 'token_reuse'

export class RevokeGrant {
  constructor(
    private readonly grants: Grants,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Revokes a grant with all its tokens, from the next request on; one that is already revoked stays as it is.
   *
   * @param reason left out: a person wants it
   * @returns when it was revoked, ISO 8601; null: the account has no such grant
   */
  async run(principal: AccountWidePrincipal, id: string, reason?: RevocationReason): Promise<string | null> {
    const { accountId } = principal
    const now = iso(this.clock.now())
    return this.unitOfWork.run(async (tx) => {
      const revoked = await this.grants.revoke(tx, accountId, id, now)
      if (revoked?.isNew) {
        const details = reason === undefined ? {} : { reason }
        await this.auditLog.append(tx, principal, { accountId, action: 'grant.revoked', target: id, details })
      }
      return revoked?.at ?? null
    })
  }
}
