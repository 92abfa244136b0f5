import { type Clock, iso } from '../kernel/clock.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import { type Approval, type ApprovalState, approvalStateAt } from './approval.js'
import type { Approvals } from './approvals.repository.js'

export type ListedApproval = Approval & { state: ApprovalState }

const MAX_PENDING_SHOWN = 100
const MAX_PAST_SHOWN = 20

/** The approvals of one mode, for the people who decide. */
export class ReadApprovals {
  constructor(
    private readonly approvals: Approvals,
    private readonly clock: Clock,
  ) {}

  /** Those that wait, the oldest first. */
  async pending(principal: AccountPrincipal): Promise<ListedApproval[]> {
    const now = this.clock.now()
    return (await this.approvals.pending(principal, iso(now), MAX_PENDING_SHOWN)).map((one) => listed(one, now))
  }

  /** The latest that no longer wait, newest first. */
  async past(principal: AccountPrincipal): Promise<ListedApproval[]> {
    const now = this.clock.now()
    return (await this.approvals.past(principal, iso(now), MAX_PAST_SHOWN)).map((one) => listed(one, now))
  }

  /** @throws Problem `not_found`: no such approval in the principal's account and mode */
  async one(principal: AccountPrincipal, id: string): Promise<ListedApproval> {
    const approval = await this.approvals.find(principal, id)
    if (!approval) throw notFound('approval')
    return listed(approval, this.clock.now())
  }
}

const listed = (approval: Approval, now: Date): ListedApproval => ({
  ...approval,
  state: approvalStateAt(approval, now),
})
