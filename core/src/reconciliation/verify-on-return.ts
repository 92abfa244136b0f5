import { type Clock, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { Problem } from '../kernel/problem.js'
import type { Timer } from '../kernel/timer.js'
import type { OpeningLimits } from '../checkout/opening-limits.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import { isBeingCreated, type Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import type { CircuitBreaker } from './circuit-breaker.js'
import type { VerifyPayment } from './verify-payment.js'

/** The payer's page is shown after this time at the latest. */
export const MAX_WAIT_MS = 2 * SECOND_MS
/** A stopping service waits this long for verifications in flight; abandoned leases expire. */
const MAX_DRAIN_MS = 2.5 * SECOND_MS
const FIRST_LOOK_MS = 100
const MAX_REMEMBERED = 10_000
/** An open page asks more often than this, also in a tab whose timers the browser slows down. */
const REMEMBERED_MS = 10 * MINUTE_MS

/** The interval grows with the number of verifications: a page may stay open for days. */
const intervalAfter = (count: number): number => {
  if (count < 20) return 3 * SECOND_MS
  return count < 60 ? 15 * SECOND_MS : MINUTE_MS
}

/** Verifies a payment when its payer returns from the provider. */
export class VerifyOnReturn {
  private readonly asked = new Map<string, { at: number; count: number }>()
  private readonly underWay = new Set<Promise<unknown>>()

  constructor(
    private readonly payments: Payments,
    private readonly verifyPayment: VerifyPayment,
    private readonly breaker: CircuitBreaker,
    private readonly limits: OpeningLimits,
    private readonly clock: Clock,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {}

  /**
   * Resolves once the answer is recorded, or after two seconds while the verification continues.
   * True: the rows may have changed.
   */
  async run(link: PaymentLink): Promise<boolean> {
    if (link.status !== 'processing') return false
    const open = await this.payments.findOpen(link, link.id)
    if (!open || open.connectionId === null || isBeingCreated(open)) return false
    const question = this.isBeingVerified(open) ? this.verifiedElsewhere(open) : this.question(open)
    if (!question) return false
    await this.within(MAX_WAIT_MS, question)
    return true
  }

  /** Waits for verifications in flight that are answered soon. */
  async stop(): Promise<void> {
    await this.within(MAX_DRAIN_MS, Promise.allSettled(this.underWay))
  }

  /** Null: asked a moment ago, or the account's limit is reached. */
  private question(open: Payment): Promise<void> | null {
    const now = this.clock.now().getTime()
    this.forgetBefore(now - REMEMBERED_MS)
    const { at, count } = this.asked.get(open.id) ?? { at: -Infinity, count: 0 }
    // A time in the future dates from before the clock was set back.
    if (at <= now && now - at < intervalAfter(count)) return null
    if (!this.limits.takeReturnCheck(open)) return null
    this.asked.delete(open.id)
    this.asked.set(open.id, { at: now, count: count + 1 })
    const question = this.ask(open).finally(() => this.underWay.delete(question))
    this.underWay.add(question)
    return question
  }

  /** The oldest come first. */
  private forgetBefore(time: number): void {
    for (const [id, { at }] of this.asked) {
      if (this.asked.size < MAX_REMEMBERED && at >= time) break
      this.asked.delete(id)
    }
  }

  /** Never throws: on failure the page shows the stored state. */
  private async ask(open: Payment): Promise<void> {
    try {
      await this.breaker.guard(open.connectionId ?? '', () => this.verifyPayment.run(open))
    } catch (error) {
      const isBusy = error instanceof Problem && error.code === 'request_in_flight'
      if (isBusy) return this.verifiedElsewhere(open)
      this.log.error({ err: error, payment: open.id }, 'could not verify a payment whose payer returned')
    }
  }

  /** Waits for the result of another verification. */
  private async verifiedElsewhere({ id }: Payment): Promise<void> {
    const until = this.clock.now().getTime() + MAX_WAIT_MS
    for (let pauseMs = FIRST_LOOK_MS; this.clock.now().getTime() < until; pauseMs *= 2) {
      await this.timer.sleep(pauseMs)
      const now = await this.payments.findAny(id).catch(() => undefined)
      if (!now || !this.isBeingVerified(now)) return
    }
  }

  private isBeingVerified({ verifyingUntil }: Payment): boolean {
    return verifyingUntil !== null && Date.parse(verifyingUntil) > this.clock.now().getTime()
  }

  private async within(ms: number, work: Promise<unknown>): Promise<void> {
    let cancel: () => void = () => undefined
    const end = new Promise<void>((resolve) => (cancel = this.timer.after(ms, resolve)))
    await Promise.race([work, end])
    cancel()
  }
}
