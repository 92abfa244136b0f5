import type { Scope } from '../kernel/principal.js'
import { type Clock, iso, later, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import { modeOf } from '../kernel/mode.js'
import type { Timer } from '../kernel/timer.js'
import type { Sealer } from '../secrets/sealer.js'
import type { Attempt } from './delivery.js'
import type { DeliveryLog } from './delivery-log.repository.js'
import { checkEvents, DEFAULT_EVENT_TYPES, type WebhookEvent } from './event.js'
import type { SendWebhook } from './send-webhook.js'
import { secretOf } from './signature.js'

const POLL_INTERVAL_MS = SECOND_MS / 2
/** An event's time precedes its commit, so each poll overlaps the previous one by the longest possible transaction. */
const OVERLAP_MS = MINUTE_MS

interface ForwardInput {
  url: string
  /** Null: the default event types. */
  events: readonly string[] | null
}

/** Forwards the events of one mode to a developer's machine as they happen: signed, each once, no retries. */
export class ForwardEvents {
  constructor(
    private readonly deliveryLog: DeliveryLog,
    private readonly sendWebhook: SendWebhook,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly timer: Timer,
  ) {}

  /** The signing secret: fixed per installation, account and mode, and not an endpoint's. */
  secretFor({ accountId, livemode }: Scope): string {
    return secretOf(Buffer.from(this.sealer.derive(`listen|${accountId}|${modeOf(livemode)}`), 'hex'))
  }

  /**
   * Runs until `signal` aborts. Calls `onForwarded` with each event and its attempt.
   *
   * @throws Problem `validation_error` on `events`
   */
  async run(
    scope: Scope,
    { url, events }: ForwardInput,
    signal: AbortSignal,
    onForwarded: (event: WebhookEvent, attempt: Attempt) => void,
  ): Promise<void> {
    const secrets = [this.secretFor(scope)]
    const types = new Set<string>(events ? checkEvents(events) : DEFAULT_EVENT_TYPES)
    const startedAt = iso(this.clock.now())
    let from = startedAt
    let seen = new Set<string>()
    while (!signal.aborted) {
      const polledAt = this.clock.now()
      const recent = await this.deliveryLog.eventsSince(scope, from)
      for (const event of recent) {
        if (seen.has(event.id) || !types.has(event.type)) continue
        const { attempt } = await this.sendWebhook.run(url, event, secrets, signal)
        if (!signal.aborted) onForwarded(event, attempt)
      }
      seen = new Set(recent.map(({ id }) => id))
      const overlapping = iso(later(polledAt, -OVERLAP_MS))
      from = overlapping > startedAt ? overlapping : startedAt
      await this.timer.sleep(POLL_INTERVAL_MS)
    }
  }
}
