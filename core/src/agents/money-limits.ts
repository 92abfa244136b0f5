import type { Accounts } from '../accounts/accounts.repository.js'
import type { Tx } from '../database/engine.js'
import type { Clock } from '../kernel/clock.js'
import { localDay } from '../kernel/local-day.js'
import { type AccountPrincipal, creatorOf, type Scope } from '../kernel/principal.js'
import { Problem } from '../kernel/problem.js'
import type { AgentMoney } from './agent-money.repository.js'

/** The part of a link that the limits are about. */
interface AskedFor {
  amountCentavos: number
  currency: string
}

/** `1234500` → `12345.00`. */
const inUnits = (centavos: number): string => (centavos / 100).toFixed(2)

/** What a key or grant may ask for in new links, by whichever surface it creates them. */
export class MoneyLimits {
  constructor(
    private readonly money: AgentMoney,
    private readonly accounts: Accounts,
    private readonly clock: Clock,
  ) {}

  /**
   * What the links created today ask for, in centavos, by holder in the form of `creatorOf`. Only holders with a daily limit
   * are counted, from the day on which they got it.
   */
  askedToday(scope: Scope, timeZone: string): Promise<ReadonlyMap<string, number>> {
    return this.money.ofDay(scope, localDay(this.clock.now(), timeZone))
  }

  /** @throws Problem `forbidden`: the link is above the limit for one link, or in a currency without a limit */
  assertOne({ controls }: AccountPrincipal, { amountCentavos, currency }: AskedFor): void {
    if (!controls || (controls.linkLimit === null && controls.dailyLimit === null)) return
    if (currency !== controls.currency) {
      throw new Problem('forbidden', {
        detail: `The limits of this key are in ${controls.currency}: it creates no links in ${currency}.`,
      })
    }
    if (controls.linkLimit === null || amountCentavos <= controls.linkLimit) return
    throw new Problem('forbidden', {
      detail: `A link of this key may ask for at most ${currency} ${inUnits(controls.linkLimit)}; this one asks for ${inUnits(amountCentavos)}.`,
    })
  }

  /**
   * Counts a new link against the daily limit: run it in the transaction that creates the link, so that links created at
   * the same time cannot exceed the limit together. It throws Problem `forbidden` if the links of this day would ask for
   * more than the limit. Null: there is no daily limit.
   */
  counting(principal: AccountPrincipal, { amountCentavos, currency }: AskedFor): ((tx: Tx) => Promise<void>) | null {
    const { controls, accountId, livemode } = principal
    if (!controls || controls.dailyLimit === null) return null
    const { dailyLimit } = controls
    return async (tx) => {
      const account = await this.accounts.find(accountId, tx)
      if (!account) throw new Error(`there is no account ${accountId}`)
      const day = localDay(this.clock.now(), account.brand.timeZone)
      const sum = await this.money.add(tx, { accountId, livemode, holder: creatorOf(principal), day }, amountCentavos)
      if (sum <= dailyLimit) return
      const left = Math.max(0, dailyLimit - (sum - amountCentavos))
      throw new Problem('forbidden', {
        detail: `The links of this key may ask for at most ${currency} ${inUnits(dailyLimit)} a day. ${inUnits(left)} is left today; this one asks for ${inUnits(amountCentavos)}.`,
      })
    }
  }
}
