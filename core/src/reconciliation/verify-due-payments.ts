import type { Connections } from '../connections/connections.repository.js'
import type { Generation } from '../database/generation.js'
import { MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import { Problem } from '../kernel/problem.js'
import type { DuePayment, VerificationLease } from '../payments/verification-lease.repository.js'
import type { Plugins } from '../plugin-host/registry.js'
import type { LaneQuota } from '../work/lanes.js'
import { type LoopPorts, WorkLoop } from '../work/work-loop.js'
import type { CircuitBreaker } from './circuit-breaker.js'
import type { VerifyPayment } from './verify-payment.js'

/** Per connection. */
const CONCURRENCY = 4
/** Twenty a second per connection: below the rate limits of providers, and no load on our API. */
const PACE_MS = 200
/** Payments whose plugin is missing are tried rarely: they must end up under review. */
const ORPHANS_EVERY_MS = MINUTE_MS

/** Verifies due payments, each connection in a lane of its own: one that hangs does not hold up the others. */
export class VerifyDuePayments extends WorkLoop<DuePayment> {
  private orphansAfter = 0

  constructor(
    private readonly lease: VerificationLease,
    private readonly verifyPayment: VerifyPayment,
    private readonly connections: Connections,
    private readonly registry: Plugins,
    private readonly breaker: CircuitBreaker,
    private readonly generation: Generation,
    ports: LoopPorts,
  ) {
    super(
      {
        topic: 'payments',
        limits: { perLane: CONCURRENCY, perSlowLane: CONCURRENCY },
        lookEveryMs: 5 * SECOND_MS,
        drainMs: 0,
        paceMs: PACE_MS,
      },
      ports,
    )
  }

  protected async lanesWithDue(): Promise<string[]> {
    await this.generation.refresh()
    const lanes = await this.lease.connectionsWithDue()
    const now = this.ports.clock.now().getTime()
    const withOrphans = now >= this.orphansAfter
    if (withOrphans) this.orphansAfter = now + ORPHANS_EVERY_MS
    const providers = await Promise.all(
      lanes.map(async (id) => (await this.connections.find('payment', id))?.provider ?? ''),
    )
    const installed = this.registry.ids('payment-provider')
    return lanes.filter((_, index) => withOrphans || installed.includes(providers[index] ?? ''))
  }

  protected async claim(quotas: readonly LaneQuota[]): Promise<DuePayment[]> {
    const open = this.breaker.openConnections()
    return this.lease.claimDue(quotas.filter(({ lane }) => !open.includes(lane)))
  }

  protected laneOf({ connectionId }: DuePayment): string {
    return connectionId
  }

  protected async release(payments: readonly DuePayment[]): Promise<void> {
    await Promise.all(payments.map(({ id, lease }) => this.lease.release(id, lease)))
  }

  protected async handle({ id, connectionId, lease }: DuePayment): Promise<boolean> {
    try {
      const verified = await this.breaker.guard(connectionId, () => this.verifyPayment.runUnderLease(id, lease))
      if (verified === null) await this.lease.release(id, lease)
      // Null: another one is the probe. A lane that fails gets one call at a time meanwhile.
      return verified === null ? false : (verified?.isKnown ?? true)
    } catch (error) {
      if (error instanceof Problem && error.code === 'request_in_flight') return true
      throw error
    }
  }
}
