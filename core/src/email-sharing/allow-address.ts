import type { Actor } from '../audit/audit-entry.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Scope } from '../kernel/caller.js'
import type { Suppressions } from './suppressions.repository.js'

export class AllowAddress {
  constructor(
    private readonly suppressions: Suppressions,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Takes an address off the list of those that are not mailed again.
   *
   * @throws Error it is not on the list
   */
  async run(scope: Scope, address: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.suppressions.remove(tx, scope, address))) throw new Error(`${address} is not suppressed`)
      // Not whom: this log is for good, and an address is personal.
      const { accountId, livemode } = scope
      await this.auditLog.append(tx, actor, {
        accountId,
        action: 'email.allowed',
        target: accountId,
        details: { livemode },
      })
    })
  }
}
