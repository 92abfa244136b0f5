import { type Clock, iso } from '../kernel/clock.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import { type Approval, type ApprovalState, approvalStateAt } from './approval.js'
import type { Approvals } from './approvals.repository.js'

export type ListedApproval = Approval & { state: ApprovalState }

const MAX_PENDING_SHOWN = 100
const DECIDED_SHOWN = 20

/** The approvals of one mode, for the people who decide. */
export class ReadApprovals {
  constructor(
    private readonly approvals: Approvals,
    private readonly clock: Clock,
  ) {}

  /** Those that wait, the oldest first, and the latest that were decided. */
  async lists(principal: AccountPrincipal): Promise<{ pending: ListedApproval[]; decided: ListedApproval[] }> {
    const now = this.clock.now()
    const [pending, decided] = await Promise.all([
      this.approvals.pending(principal, iso(now), MAX_PENDING_SHOWN),
      this.approvals.decided(principal, DECIDED_SHOWN),
    ])
    const listed = (approval: Approval): ListedApproval => ({ ...approval, state: approvalStateAt(approval, now) })
    return { pending: pending.map(listed), decided: decided.map(listed) }
  }

  /** @throws Problem `not_found`: no such approval in the principal's account and mode */
  async one(principal: AccountPrincipal, id: string): Promise<ListedApproval> {
    const approval = await this.approvals.find(principal, id)
    if (!approval) throw notFound('approval')
    return { ...approval, state: approvalStateAt(approval, this.clock.now()) }
  }
}
