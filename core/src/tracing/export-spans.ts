import { SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import type { GuardedClient } from '../outbound/guarded-client.js'
import type { PeriodicTask } from '../work/periodic-task.js'
import { type EndedSpan, type Resource, toOtlp } from './ended-span.js'

const MAX_BUFFERED = 5000
const MAX_PER_REQUEST = 500
const DEADLINE_MS = 5 * SECOND_MS
/** At shutdown. */
const MAX_DRAIN_MS = SECOND_MS

interface Collector {
  /** Where OTLP/HTTP takes traces. */
  url: string
  client: Pick<GuardedClient, 'request' | 'close'>
  resource: Resource
}

/**
 * Sends ended spans to the collector within about a second. Nothing waits for it: what it does not take is dropped and
 * counted, and one line is logged when that begins and one when it ends.
 */
export class ExportSpans implements PeriodicTask {
  readonly name = 'export-spans'
  readonly everyMs = SECOND_MS

  private spans: EndedSpan[] = []
  private dropped = 0
  private running: Promise<void> = Promise.resolve()

  constructor(
    private readonly collector: Collector,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {}

  add(span: EndedSpan): void {
    if (this.spans.length < MAX_BUFFERED) this.spans.push(span)
    else this.dropped++
  }

  run(): Promise<void> {
    this.running = this.running.then(() => this.sendAll())
    return this.running
  }

  async stop(): Promise<void> {
    await Promise.race([this.run(), this.timer.sleep(MAX_DRAIN_MS)])
    await this.collector.client.close()
  }

  private async sendAll(): Promise<void> {
    const ended = this.spans
    this.spans = []
    for (let from = 0; from < ended.length; from += MAX_PER_REQUEST) {
      const batch = ended.slice(from, from + MAX_PER_REQUEST)
      const refusal = await this.refusalOf(batch)
      if (refusal === null) {
        this.recordTaken()
        continue
      }
      if (this.dropped === 0) this.log.warn({ reason: refusal }, 'the collector does not take traces; dropping them')
      this.dropped += ended.length - from
      return
    }
  }

  private recordTaken(): void {
    if (this.dropped > 0) this.log.info({ dropped: this.dropped }, 'the collector takes traces again')
    this.dropped = 0
  }

  /** Null: it took them. */
  private async refusalOf(batch: readonly EndedSpan[]): Promise<string | null> {
    const { url, client, resource } = this.collector
    const abort = new AbortController()
    const cancel = this.timer.after(DEADLINE_MS, () => abort.abort())
    try {
      const { status } = await client.request({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        body: toOtlp(resource, batch),
        signal: abort.signal,
      })
      return status >= 200 && status < 300 ? null : `answered ${status}`
    } catch (error) {
      return abort.signal.aborted ? 'no answer in time' : error instanceof Error ? error.message : String(error)
    } finally {
      cancel()
    }
  }
}
