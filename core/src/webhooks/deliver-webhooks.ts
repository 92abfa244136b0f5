import { iso, later, SECOND_MS } from '../kernel/clock.js'
import type { Meter } from '../kernel/meter.js'
import type { LaneLimits, LaneQuota } from '../work/lanes.js'
import { type Call, type LoopPorts, WorkLoop } from '../work/work-loop.js'
import type { AfterAttempt, Deliveries } from './deliveries.repository.js'
import type { ClaimedDelivery } from './delivery.js'
import type { EndpointSecrets } from './endpoint-secrets.js'
import { delayAfter } from './retry-after.js'
import { type AttemptResult, DEADLINE_MS, type SendWebhook } from './send-webhook.js'
import type { SwitchEndpoint } from './switch-endpoint.js'

/** Longer than an attempt can take: a worker that has not recorded by then has died. */
const CLAIM_MS = 2 * DEADLINE_MS

/** Each endpoint has a lane. */
export const ENDPOINT_LIMITS: LaneLimits = { perLane: 4 }

/** Delivers webhooks. The event of a claim that expires is sent again (I27). */
export class DeliverWebhooks extends WorkLoop<ClaimedDelivery> {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly secrets: EndpointSecrets,
    private readonly sendWebhook: SendWebhook,
    private readonly switchEndpoint: SwitchEndpoint,
    private readonly meter: Meter,
    ports: LoopPorts,
  ) {
    super(
      { topic: 'webhooks', isOutgoing: true, limits: ENDPOINT_LIMITS, lookEveryMs: SECOND_MS, drainMs: 5 * SECOND_MS },
      ports,
    )
  }

  protected lanesWithDue(): Promise<string[]> {
    return this.deliveries.endpointsWithDue()
  }

  protected claim(quotas: readonly LaneQuota[]): Promise<ClaimedDelivery[]> {
    const until = iso(later(this.ports.clock.now(), CLAIM_MS))
    return this.deliveries.claim(quotas, { holder: this.ports.processId, until })
  }

  protected laneOf({ endpointId }: ClaimedDelivery): string {
    return endpointId
  }

  protected release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    return this.deliveries.release(deliveries)
  }

  protected async handle(delivery: ClaimedDelivery, { signal, succeeded }: Call): Promise<boolean> {
    const secrets = this.secrets.open({ ...delivery, id: delivery.endpointId })
    const result = await this.sendWebhook.run(delivery.url, delivery.event, secrets, signal)
    // Aborted by us, not failed.
    if (result.attempt.status === null && signal.aborted) {
      await this.release([delivery])
      return false
    }
    if (result.isDelivered) succeeded()
    const next = this.after(delivery, result)
    this.meter.countDelivery(next.status === 'scheduled' ? 'failed' : next.status, result.attempt.ms)
    const isOurs = await this.deliveries.record(delivery, result.attempt, next)
    // With an expired claim the 410 may be outdated: the receiver may have been repaired since.
    if (result.isGone && isOurs) await this.switchEndpoint.disableGone(delivery)
    return result.isDelivered
  }

  private after(
    { id, attempts }: ClaimedDelivery,
    { isDelivered, retryAfterMs }: AttemptResult,
  ): AfterAttempt & { status: 'delivered' | 'exhausted' | 'scheduled' } {
    if (isDelivered) return { status: 'delivered', nextAttemptAt: null }
    const delayMs = delayAfter(id, attempts + 1, retryAfterMs)
    if (delayMs === null) return { status: 'exhausted', nextAttemptAt: null }
    return { status: 'scheduled', nextAttemptAt: iso(later(this.ports.clock.now(), delayMs)) }
  }
}
