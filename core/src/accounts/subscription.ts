import { Problem } from '../kernel/problem.js'
import type { Accounts } from './accounts.repository.js'

/** Decides which accounts may create live links. A hosting operator can bind another implementation. */
export abstract class SubscriptionGate {
  /**
   * @throws Problem `subscription_required` (R159)
   * @throws Problem `billing_unavailable`: a remote gate could not be reached (R211)
   */
  abstract assertActive(accountId: string): Promise<void>
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
