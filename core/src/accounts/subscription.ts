import type { PageLocale } from '../kernel/choose-locale.js'
import { Problem } from '../kernel/problem.js'
import type { Accounts } from './accounts.repository.js'

/** What a billing service tells of an account's plan. */
export interface Plan {
  isActive: boolean
  /** In the reader's language: what the plan is, and what it costs. */
  text: string
  /** ISO 8601; null: it does not renew. */
  renewsAt: string | null
  /** Where the owner changes or ends it; null: nowhere. */
  manageUrl: string | null
}

/** Decides which accounts may create live links. A hosting operator can bind another implementation. */
export abstract class SubscriptionGate {
  /**
   * @throws Problem `subscription_required` (R159)
   * @throws Problem `billing_unavailable`: a remote gate could not be reached (R211)
   */
  abstract assertActive(accountId: string): Promise<void>

  /**
   * Of a gate with plans, which the dashboard shows to owners. Left out: there are none.
   *
   * @throws Problem `billing_unavailable`: it could not be reached
   */
  describePlan?(accountId: string, locale: PageLocale): Promise<Plan>
}

/** The operator of a self-hosted appliance grants the subscription (R223). */
export class GrantedSubscription extends SubscriptionGate {
  constructor(private readonly accounts: Accounts) {
    super()
  }

  async assertActive(accountId: string): Promise<void> {
    const account = await this.accounts.find(accountId)
    if (account?.subscription !== 'active') {
      throw new Problem('subscription_required', {
        detail: 'Creating live links needs an active subscription.',
      })
    }
  }
}
