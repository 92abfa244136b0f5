import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import { type AccountPrincipal, creatorOf } from '../kernel/principal.js'
import { invalid, notFound } from '../kernel/problem.js'
import type { Approval } from './approval.js'
import type { Approvals } from './approvals.repository.js'

export class DecideApproval {
  constructor(
    private readonly approvals: Approvals,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Decides about exactly the arguments that the person saw. It has no other effect: the agent repeats its call. One that
   * is decided or has ended stays as it is.
   *
   * @param argumentsHash of what the person saw
   * @returns the approval as it is now, and whether this call decided it
   * @throws Problem `not_found`: no such approval in the principal's account and mode
   * @throws Problem `validation_error`: the approval is about other arguments
   */
  async run(
    principal: AccountPrincipal,
    id: string,
    status: 'granted' | 'declined',
    argumentsHash: string,
  ): Promise<{ approval: Approval; isNew: boolean }> {
    const { accountId } = principal
    const decision = { status, at: iso(this.clock.now()), by: creatorOf(principal) }
    return this.unitOfWork.run(async (tx) => {
      const found = await this.approvals.find(principal, id, tx)
      if (!found) throw notFound('approval')
      if (found.argumentsHash !== argumentsHash)
        throw invalid('argumentsHash', 'is not that of what the agent asks for')
      const decided = await this.approvals.decide(tx, principal, id, decision)
      if (!decided) return { approval: (await this.approvals.find(principal, id, tx)) ?? found, isNew: false }
      const { holder, operation } = decided
      const details = { holder, operation, argumentsHash }
      await this.auditLog.append(tx, principal, { accountId, action: `approval.${status}`, target: id, details })
      return { approval: decided, isNew: true }
    })
  }
}
