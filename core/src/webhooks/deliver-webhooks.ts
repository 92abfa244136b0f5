import { setMaxListeners } from 'node:events'
import type { Bell } from '../jobs/bell.js'
import { type Clock, iso, later, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import type { AfterAttempt, Deliveries } from './deliveries.repository.js'
import type { Claimed } from './delivery.js'
import { Lanes } from './lanes.js'
import type { OpenSecrets } from './open-secrets.js'
import { pauseAfter } from './retry-schedule.js'
import { DEADLINE_MS, type SendWebhook, type Sent } from './send-webhook.js'
import type { SwitchEndpoint } from './switch-endpoint.js'

/** Longer than an attempt can take: who is heard of no more by then has died. */
const CLAIM_MS = 2 * DEADLINE_MS
/** What no bell told of: retries, and what other processes wrote. */
const LOOK_EVERY_MS = SECOND_MS
/** What still waits for an answer then is given up, and sent again by whoever comes next. */
const DRAIN_MS = 5 * SECOND_MS

/**
 * Tells the endpoints, as long as it runs. What is due stands in the rows; a delivery is claimed, sent, and what came
 * of it recorded. Whoever dies in between leaves a claim that ends, and the same event is sent again (I27).
 */
export class DeliverWebhooks {
  private readonly lanes = new Lanes()
  private readonly underWay = new Set<Promise<void>>()
  private readonly giveUp = new AbortController()
  /** Delivered, and not yet written down. */
  private recording = 0
  private isStopped = false
  private isTurning = false
  private isWanted = false
  private cancelLook: () => void = () => undefined
  private cancelPlace: (() => void) | null = null
  private endListening: () => Promise<void> = () => Promise.resolve()

  constructor(
    private readonly deliveries: Deliveries,
    private readonly secrets: OpenSecrets,
    private readonly sendWebhook: SendWebhook,
    private readonly switchEndpoint: SwitchEndpoint,
    private readonly bell: Bell,
    private readonly processId: string,
    private readonly clock: Clock,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {
    // As many as are under way listen.
    setMaxListeners(0, this.giveUp.signal)
  }

  start(): void {
    this.endListening = this.bell.listen('webhooks', (endpointIds) => {
      if (endpointIds.length === 0) return this.lookSoon()
      this.lanes.call(endpointIds)
      this.turn()
    })
    this.lookIn(0)
  }

  /** Claims nothing more, lets what is under way end for a while, and gives the rest back. */
  async stop(): Promise<void> {
    this.isStopped = true
    this.cancelLook()
    this.cancelPlace?.()
    const cancel = this.timer.after(DRAIN_MS, () => this.giveUp.abort())
    await Promise.allSettled([this.endListening(), ...this.underWay])
    cancel()
    await this.deliveries.releaseAllOf([this.processId])
  }

  /** Looks for whatever is due. */
  async look(): Promise<void> {
    this.lanes.call(await this.deliveries.endpointsWithDue())
    this.turn()
  }

  private lookIn(ms: number): void {
    if (this.isStopped) return
    this.cancelLook = this.timer.after(ms, () => this.lookSoon(() => this.lookIn(LOOK_EVERY_MS)))
  }

  /** One that fails is logged, and followed by the next. */
  private lookSoon(then: () => void = () => undefined): void {
    const looking: Promise<void> = this.look()
      .catch((error: unknown) => this.log.error({ err: error }, 'could not look for webhooks to deliver'))
      .finally(() => {
        this.underWay.delete(looking)
        then()
      })
    this.underWay.add(looking)
  }

  /** One at a time; whoever calls meanwhile gets another. */
  private turn(): void {
    if (this.isStopped) return
    if (this.isTurning) {
      this.isWanted = true
      return
    }
    this.isTurning = true
    const turning: Promise<void> = this.claim()
      .catch((error: unknown) => this.log.error({ err: error }, 'could not claim webhooks'))
      .finally(() => {
        this.underWay.delete(turning)
        this.isTurning = false
        if (!this.isWanted) return
        this.isWanted = false
        this.turn()
      })
    this.underWay.add(turning)
  }

  private async claim(): Promise<void> {
    const now = this.clock.now()
    const wanted = this.lanes.take(now.getTime(), this.recording)
    if (wanted.length > 0) {
      const claimed = await this.deliveries.claim(wanted, this.processId, iso(later(now, CLAIM_MS)))
      // Stopped meanwhile: it is given back with the rest.
      if (this.isStopped) return
      const lacking = this.lanes.claimed(wanted, (id) => claimed.filter(({ endpointId }) => endpointId === id).length)
      for (const delivery of claimed) this.send(delivery)
      // Places that were kept for lanes with nothing in them are free for those that stood behind.
      this.isWanted ||= lacking
    }
    this.comeBackForPlaces()
  }

  /** What takes long gives its place away without ending. */
  private comeBackForPlaces(): void {
    if (this.cancelPlace || this.isStopped) return
    const ms = this.lanes.nextPlaceInMs(this.clock.now().getTime())
    if (ms === null) return
    this.cancelPlace = this.timer.after(ms, () => {
      this.cancelPlace = null
      this.turn()
    })
  }

  private send(delivery: Claimed): void {
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

  private async sendAndRecord(delivery: Claimed, end: (isFailing: boolean) => void): Promise<void> {
    const sent = await this.sendWebhook.run(delivery.url, delivery.event, this.secretsOf(delivery), this.giveUp.signal)
    // Not an attempt that failed, but one that we broke off: it is given back.
    if (sent.attempt.status === null && this.giveUp.signal.aborted) return
    if (!sent.isDelivered) return this.record(delivery, sent)
    // The next one to an endpoint that answers well need not wait until this one is written down.
    end(false)
    this.recording++
    this.turn()
    await this.record(delivery, sent).finally(() => this.recording--)
  }

  private secretsOf(delivery: Claimed): Promise<string[]> {
    return this.secrets.of({ ...delivery, id: delivery.endpointId })
  }

  private async record(delivery: Claimed, sent: Sent): Promise<void> {
    const isOurs = await this.deliveries.record(delivery, this.processId, sent.attempt, this.after(delivery, sent))
    // Whose claim has ended heard a 410 from before somebody may have set it right.
    if (sent.isGone && isOurs) await this.switchEndpoint.gone(delivery)
  }

  private after({ id, attempts }: Claimed, { isDelivered, retryAfterMs }: Sent): AfterAttempt {
    if (isDelivered) return { status: 'delivered', nextAttemptAt: null }
    const pause = pauseAfter(id, attempts + 1, retryAfterMs)
    if (pause === null) return { status: 'exhausted', nextAttemptAt: null }
    return { status: 'scheduled', nextAttemptAt: iso(later(this.clock.now(), pause)) }
  }
}
