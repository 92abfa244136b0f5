import type { AccountPrincipal } from '../kernel/principal.js'
import { Problem } from '../kernel/problem.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Suppressions } from './suppressions.repository.js'

export class AllowAddress {
  constructor(
    private readonly suppressions: Suppressions,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Removes an address from the suppression list.
   *
   * @throws Problem `not_found`: the address is not suppressed
   */
  async run(principal: AccountPrincipal, address: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.suppressions.remove(tx, principal, address))) {
        throw new Problem('not_found', { detail: `${address} is not suppressed` })
      }
      // Without the address: it is personal data, and the audit log is kept forever.
      const { accountId, livemode } = principal
      await this.auditLog.append(tx, principal, {
        accountId,
        action: 'email.allowed',
        target: accountId,
        details: { livemode },
      })
    })
  }
}
