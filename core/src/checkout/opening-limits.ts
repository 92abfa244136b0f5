import type { Scope } from '../kernel/principal.js'
import { type Clock, DAY_MS, iso, later, SECOND_MS } from '../kernel/clock.js'
import { modeOf } from '../kernel/mode.js'
import { Problem } from '../kernel/problem.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { Payments } from '../payments/payments.repository.js'
import type { RateLimiter } from '../rate-limiting/rate-limiter.js'
import { DailyLimitProblem } from './checkout-problems.js'

/** Checkouts of one link that are opened or closed at a provider, per minute. */
export const MAX_CHANGES_PER_MINUTE = 10
/** Checkouts of one link opened within 24 hours, by all its payers together. */
export const MAX_OPENINGS_PER_DAY = 20
/**
 * Repeated openings, and closings, per account, mode and minute. The first opening of each link does not count: the
 * merchant decides how many links there are, and a sale must not be throttled.
 */
export const MAX_REPEATS_PER_MINUTE = 120
/** Verifications that returning payers may cause, per account, mode and minute. */
export const MAX_RETURN_CHECKS_PER_MINUTE = 180

/**
 * Anyone who has a link can send requests without end, and each one uses up the merchant's rate limit at the provider.
 * Minutes are counted in memory, which processes share, days from the rows.
 */
export class OpeningLimits {
  constructor(
    private readonly payments: Payments,
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns whether no checkout of the link was opened within the last day
   * @throws Problem `rate_limited`: the provider is not asked
   */
  async assertMayOpen(link: PaymentLink): Promise<{ isFirst: boolean }> {
    this.assertBelowLimit(changesOf(link), MAX_CHANGES_PER_MINUTE, "A link's checkouts can be opened or closed")
    const now = this.clock.now()
    const since = iso(later(now, -DAY_MS))
    const openings = await this.payments.openings(link, link.id, { since, limit: MAX_OPENINGS_PER_DAY })
    if (openings.length === 0) return { isFirst: true }
    this.assertBelowLimit(repeatsOf(link), MAX_REPEATS_PER_MINUTE, "Checkouts of this account's links can be reopened")
    const oldest = openings[MAX_OPENINGS_PER_DAY - 1]
    if (oldest === undefined) return { isFirst: false }
    const waitMs = later(new Date(oldest), DAY_MS).getTime() - now.getTime()
    throw new DailyLimitProblem(MAX_OPENINGS_PER_DAY, Math.max(1, Math.ceil(waitMs / SECOND_MS)))
  }

  /** Call before a checkout of the link is opened or closed at its provider. */
  countChange(link: PaymentLink, { isFirst }: { isFirst: boolean }): void {
    this.limiter.take(changesOf(link), MAX_CHANGES_PER_MINUTE)
    if (!isFirst) this.limiter.take(repeatsOf(link), MAX_REPEATS_PER_MINUTE)
  }

  /** False: a payer's return must not cause another verification now. */
  takeReturnCheck(scope: Scope): boolean {
    return this.limiter.take(questionsOf(scope), MAX_RETURN_CHECKS_PER_MINUTE).allowed
  }

  private assertBelowLimit(key: string, limit: number, what: string): void {
    const seconds = this.limiter.secondsUntilFree(key, limit)
    if (seconds === 0) return
    throw new Problem('rate_limited', {
      detail: `${what} at most ${limit} times a minute. Try again in ${seconds} s.`,
      headers: { 'Retry-After': String(seconds) },
    })
  }
}

const changesOf = ({ id }: PaymentLink): string => `checkouts of ${id}`
const repeatsOf = ({ accountId, livemode }: Scope): string => `repeats of ${accountId} ${modeOf(livemode)}`
const questionsOf = ({ accountId, livemode }: Scope): string => `returns of ${accountId} ${modeOf(livemode)}`
