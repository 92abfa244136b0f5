import type { PageLocale } from '../kernel/choose-locale.js'
import { SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import { isTimestamp } from '../kernel/timestamps.js'
import type { Plan, SubscriptionGate } from './subscription.js'

const PATIENCE_MS = 5 * SECOND_MS

/** The plan of an account, where a billing service is bound. */
export class ReadPlan {
  constructor(
    private readonly gate: SubscriptionGate,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {}

  /** Does the gate have plans? */
  get isOffered(): boolean {
    return this.gate.describePlan !== undefined
  }

  /** Null: the billing service did not answer. */
  async run(accountId: string, locale: PageLocale): Promise<Plan | null> {
    let forget = (): void => undefined
    const patience = new Promise<never>((_, reject) => {
      forget = this.timer.after(PATIENCE_MS, () => reject(new Error('no answer within 5 s')))
    })
    try {
      const plan = await Promise.race([this.gate.describePlan?.(accountId, locale), patience])
      return plan ? checked(plan) : null
    } catch (error) {
      this.log.warn({ accountId, error }, 'the billing service described no plan')
      return null
    } finally {
      forget()
    }
  }
}

/** What comes from elsewhere is shown only as far as it is what it should be. */
const checked = ({ isActive, text, renewsAt, manageUrl }: Plan): Plan => ({
  isActive,
  text,
  renewsAt: renewsAt !== null && isTimestamp(renewsAt) ? renewsAt : null,
  manageUrl: manageUrl !== null && /^https?:$/.test(URL.parse(manageUrl)?.protocol ?? '') ? manageUrl : null,
})
