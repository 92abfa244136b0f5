import type { Scope } from '../kernel/principal.js'
import { type Clock, iso, later, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import { modeOf } from '../kernel/mode.js'
import type { Timer } from '../kernel/timer.js'
import type { Sealer } from '../secrets/sealer.js'
import type { Attempt } from './delivery.js'
import type { DeliveryLog } from './delivery-log.repository.js'
import { DEFAULT_EVENT_TYPES, type WebhookEvent } from './event.js'
import type { SendWebhook } from './send-webhook.js'
import { secretOf } from './signature.js'

const LOOK_EVERY_MS = SECOND_MS / 2
/** An event's time precedes its commit, so each look goes back as far as a transaction can last. */
const LOOK_BACK_MS = MINUTE_MS

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

  /** Runs until `signal` aborts. Calls `onForwarded` with each event and its attempt. */
  async run(
    scope: Scope,
    { url, events }: ForwardInput,
    signal: AbortSignal,
    onForwarded: (event: WebhookEvent, attempt: Attempt) => void,
  ): Promise<void> {
    const secrets = [this.secretFor(scope)]
    const types = new Set<string>(events ?? DEFAULT_EVENT_TYPES)
    const begun = iso(this.clock.now())
    let from = begun
    let seen = new Set<string>()
    while (!signal.aborted) {
      const lookedAt = this.clock.now()
      const recent = await this.deliveryLog.eventsSince(scope, from)
      for (const event of recent) {
        if (seen.has(event.id) || !types.has(event.type)) continue
        const { attempt } = await this.sendWebhook.run(url, event, secrets, signal)
        if (!signal.aborted) onForwarded(event, attempt)
      }
      seen = new Set(recent.map(({ id }) => id))
      const lookBack = iso(later(lookedAt, -LOOK_BACK_MS))
      from = lookBack > begun ? lookBack : begun
      await this.timer.sleep(LOOK_EVERY_MS)
    }
  }
}
