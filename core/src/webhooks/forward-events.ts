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

interface ForwardReport {
  /** Every event that is committed from now on is forwarded. */
  listening: (secret: string) => void
  forwarded: (event: WebhookEvent, attempt: Attempt) => void
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

  /**
   * Runs until `signal` aborts, and reports each event with its attempt.
   *
   * @throws Problem `validation_error` on `events`
   */
  async run(scope: Scope, { url, events }: ForwardInput, signal: AbortSignal, report: ForwardReport): Promise<void> {
    const types = new Set<string>(events ? checkEvents(events) : DEFAULT_EVENT_TYPES)
    const secret = this.secretFor(scope)
    const before = (moment: Date): string => iso(later(moment, -OVERLAP_MS))
    const start = before(this.clock.now())
    let from = start
    // What there is already is not forwarded.
    let seen = idsOf(await this.deliveryLog.eventsSince(scope, from))
    report.listening(secret)
    while (!signal.aborted) {
      const polledAt = this.clock.now()
      const recent = await this.deliveryLog.eventsSince(scope, from)
      for (const event of recent) {
        if (seen.has(event.id) || !types.has(event.type)) continue
        const { attempt } = await this.sendWebhook.run(url, event, [secret], signal)
        if (!signal.aborted) report.forwarded(event, attempt)
      }
      seen = idsOf(recent)
      const overlapping = before(polledAt)
      from = overlapping > start ? overlapping : start
      await this.timer.sleep(POLL_INTERVAL_MS)
    }
  }

  /** Fixed per installation, account and mode, and not an endpoint's. */
  private secretFor({ accountId, livemode }: Scope): string {
    return secretOf(Buffer.from(this.sealer.derive(`listen|${accountId}|${modeOf(livemode)}`), 'hex'))
  }
}

const idsOf = (events: readonly WebhookEvent[]): Set<string> => new Set(events.map(({ id }) => id))
