import { setMaxListeners } from 'node:events'
import type { WakeSignal } from '../jobs/wake-signal.js'
import { type Clock, iso, later, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import type { AfterAttempt, Deliveries } from './deliveries.repository.js'
import type { ClaimedDelivery } from './delivery.js'
import { Lanes } from './lanes.js'
import type { OpenSecrets } from './open-secrets.js'
import { backoffAfter } from './retry-schedule.js'
import { DEADLINE_MS, type SendWebhook, type AttemptResult } from './send-webhook.js'
import type { SwitchEndpoint } from './switch-endpoint.js'

/** Longer than an attempt can take: a worker that has not recorded by then has died. */
const CLAIM_MS = 2 * DEADLINE_MS
/** Finds retries, and rows of processes whose wake-up was lost. */
const LOOK_EVERY_MS = SECOND_MS
/** Attempts that are still unanswered then are aborted, released, and sent again by another worker. */
const DRAIN_MS = 5 * SECOND_MS

/**
 * Delivers webhooks while it runs: claims due deliveries, sends them, and records the outcome. A worker that dies in
 * between leaves a claim that expires, and the same event is sent again (I27).
 */
export class DeliverWebhooks {
  private readonly lanes = new Lanes()
  private readonly underWay = new Set<Promise<void>>()
  private readonly abort = new AbortController()
  /** Delivered, but not yet recorded. */
  private recording = 0
  private isStopped = false
  private isTurning = false
  private isTurnRequested = false
  private cancelLook: () => void = () => undefined
  private cancelSlotTimer: (() => void) | null = null
  private endListening: () => Promise<void> = () => Promise.resolve()

  constructor(
    private readonly deliveries: Deliveries,
    private readonly secrets: OpenSecrets,
    private readonly sendWebhook: SendWebhook,
    private readonly switchEndpoint: SwitchEndpoint,
    private readonly bell: WakeSignal,
    private readonly processId: string,
    private readonly clock: Clock,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {
    // One listener per attempt in flight.
    setMaxListeners(0, this.abort.signal)
  }

  start(): void {
    this.endListening = this.bell.listen('webhooks', (endpointIds) => {
      if (endpointIds.length === 0) return this.lookSoon()
      this.lanes.call(endpointIds)
      this.turn()
    })
    this.lookIn(0)
  }

  /** Drains: claims no more, gives attempts in flight time to end, and releases the rest. */
  async stop(): Promise<void> {
    this.isStopped = true
    this.cancelLook()
    this.cancelSlotTimer?.()
    const cancel = this.timer.after(DRAIN_MS, () => this.abort.abort())
    await Promise.allSettled([this.endListening(), ...this.underWay])
    cancel()
    await this.deliveries.releaseAllOf([this.processId])
  }

  /** Looks for due rows. */
  async look(): Promise<void> {
    this.lanes.call(await this.deliveries.endpointsWithDue())
    this.turn()
  }

  private lookIn(ms: number): void {
    if (this.isStopped) return
    this.cancelLook = this.timer.after(ms, () => this.lookSoon(() => this.lookIn(LOOK_EVERY_MS)))
  }

  /** A failed look is logged; the next one follows. */
  private lookSoon(then: () => void = () => undefined): void {
    const looking: Promise<void> = this.look()
      .catch((error: unknown) => this.log.error({ err: error }, 'could not look for webhooks to deliver'))
      .finally(() => {
        this.underWay.delete(looking)
        then()
      })
    this.underWay.add(looking)
  }

  /** One at a time; calls during a turn cause another one. */
  private turn(): void {
    if (this.isStopped) return
    if (this.isTurning) {
      this.isTurnRequested = true
      return
    }
    this.isTurning = true
    const turning: Promise<void> = this.claim()
      .catch((error: unknown) => this.log.error({ err: error }, 'could not claim webhooks'))
      .finally(() => {
        this.underWay.delete(turning)
        this.isTurning = false
        if (!this.isTurnRequested) return
        this.isTurnRequested = false
        this.turn()
      })
    this.underWay.add(turning)
  }

  private async claim(): Promise<void> {
    const now = this.clock.now()
    const wanted = this.lanes.take(now.getTime(), this.recording)
    if (wanted.length > 0) {
      const claimed = await this.deliveries.claim(wanted, this.processId, iso(later(now, CLAIM_MS)))
      // Stopped during the claim: `stop` releases these with the rest.
      if (this.isStopped) return
      const lacking = this.lanes.recordClaims(
        wanted,
        (id) => claimed.filter(({ endpointId }) => endpointId === id).length,
      )
      for (const delivery of claimed) this.send(delivery)
      // Slots planned for lanes that turned out empty are free for the others.
      this.isTurnRequested ||= lacking
    }
    this.turnWhenSlotFrees()
  }

  /** A slow attempt gives up its slot without ending. */
  private turnWhenSlotFrees(): void {
    if (this.cancelSlotTimer || this.isStopped) return
    const ms = this.lanes.nextSlotInMs(this.clock.now().getTime())
    if (ms === null) return
    this.cancelSlotTimer = this.timer.after(ms, () => {
      this.cancelSlotTimer = null
      this.turn()
    })
  }

  private send(delivery: ClaimedDelivery): void {
    const end = this.lanes.begin(delivery.endpointId, this.clock.now().getTime())
    const sending: Promise<void> = this.sendAndRecord(delivery, end)
      .catch((error: unknown) => this.log.error({ err: error, delivery: delivery.id }, 'could not record an attempt'))
      .finally(() => {
        this.underWay.delete(sending)
        end(true)
        this.turn()
      })
    this.underWay.add(sending)
  }

  private async sendAndRecord(delivery: ClaimedDelivery, end: (isFailing: boolean) => void): Promise<void> {
    const sent = await this.sendWebhook.run(delivery.url, delivery.event, this.secretsOf(delivery), this.abort.signal)
    // Aborted by us, not failed: it is released.
    if (sent.attempt.status === null && this.abort.signal.aborted) return
    if (!sent.isDelivered) return this.record(delivery, sent)
    // The endpoint's next delivery need not wait until this one is recorded.
    end(false)
    this.recording++
    this.turn()
    await this.record(delivery, sent).finally(() => this.recording--)
  }

  private secretsOf(delivery: ClaimedDelivery): Promise<string[]> {
    return this.secrets.open({ ...delivery, id: delivery.endpointId })
  }

  private async record(delivery: ClaimedDelivery, sent: AttemptResult): Promise<void> {
    const isOurs = await this.deliveries.record(delivery, this.processId, sent.attempt, this.after(delivery, sent))
    // With an expired claim the 410 may be outdated: the receiver may have been repaired since.
    if (sent.isGone && isOurs) await this.switchEndpoint.disableGone(delivery)
  }

  private after({ id, attempts }: ClaimedDelivery, { isDelivered, retryAfterMs }: AttemptResult): AfterAttempt {
    if (isDelivered) return { status: 'delivered', nextAttemptAt: null }
    const pause = backoffAfter(id, attempts + 1, retryAfterMs)
    if (pause === null) return { status: 'exhausted', nextAttemptAt: null }
    return { status: 'scheduled', nextAttemptAt: iso(later(this.clock.now(), pause)) }
  }
}
