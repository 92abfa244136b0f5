import { checkControls } from '../accounts/controls.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { AccountPrincipal, Controls } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import type { Grants } from './grants.repository.js'

export class LimitGrant {
  constructor(
    private readonly grants: Grants,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Changes the limits of a grant, from its next request on. Null: it has none.
   *
   * @param unitOfWork whose transaction stores them
   * @throws Problem `validation_error` with the path of everything that is wrong
   * @throws Problem `not_found`: no such grant in the principal's account and mode, or it is revoked
   */
  async run(
    principal: AccountPrincipal,
    id: string,
    input: Controls | null,
    unitOfWork: Pick<UnitOfWork, 'run'> = this.unitOfWork,
  ): Promise<void> {
    const controls = checkControls(input)
    const { accountId } = principal
    await unitOfWork.run(async (tx) => {
      if (!(await this.grants.setControls(tx, principal, id, controls))) throw notFound('grant')
      const details = { controls }
      await this.auditLog.append(tx, principal, { accountId, action: 'grant.limited', target: id, details })
    })
  }
}
