import type { UnitOfWork } from '../database/unit-of-work.js'
import { SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { ProcessId } from '../kernel/named.js'
import type { WakeSignal } from '../work/wake-signal.js'
import type { Counted, RateLimiter } from './rate-limiter.js'

const TOPIC = 'rate limits'
export const SHARE_EVERY_MS = SECOND_MS
/** A client that used this part of its limit since the last message is told of at once. */
const URGENT_PART = 0.1
/** Of more clients within a second, the busiest. */
const MAX_CLIENTS = 1000
const MAX_MESSAGE_LENGTH = 6000

interface Unsent extends Counted {
  count: number
}

/**
 * Tells the other processes on this Postgres how many requests were counted, once a second and no row written. A limit
 * then holds for all of them together, but for what is under way between them.
 */
export class SharedCounts {
  private readonly unsent = new Map<string, Unsent>()
  /** Until another process was heard of, nothing is sent. */
  private hasPeers = false
  private isSending = false
  private isUrgent = false

  constructor(
    private readonly limiter: RateLimiter,
    private readonly unitOfWork: UnitOfWork,
    private readonly wakeSignal: WakeSignal,
    private readonly processId: ProcessId,
    private readonly log: Log,
  ) {}

  /** Returns what stops it. */
  start(): () => Promise<void> {
    this.limiter.onCounted = (counted) => this.note(counted)
    return this.wakeSignal.listen(TOPIC, (names) => this.receive(names))
  }

  async send(): Promise<void> {
    if (this.isSending || this.unsent.size === 0) return
    this.isSending = true
    this.isUrgent = false
    const entries = [...this.unsent.values()].sort((one, other) => other.count - one.count).slice(0, MAX_CLIENTS)
    this.unsent.clear()
    await this.publish(entries.map(toText))
    this.isSending = false
    if (this.isUrgent) await this.send()
  }

  private note(counted: Counted): void {
    if (!this.hasPeers) return
    const key = `${counted.kind} ${counted.client}`
    const entry = this.unsent.get(key) ?? { ...counted, count: 0 }
    entry.count++
    this.unsent.set(key, entry)
    if (entry.count < counted.limit * URGENT_PART) return
    this.isUrgent = true
    void this.send()
  }

  private receive([sender, ...entries]: readonly string[]): void {
    // Connected, for the first time or again: the others shall know of this process.
    if (sender === undefined) return void this.publish([])
    if (sender === this.processId) return
    if (!this.hasPeers) {
      this.hasPeers = true
      void this.publish([])
    }
    for (const text of entries) {
      const { count, ...counted } = fromText(text)
      this.limiter.add(counted, count)
    }
  }

  /** Best effort: what is lost makes a limit less exact for a minute. */
  private async publish(entries: string[]): Promise<void> {
    try {
      await this.unitOfWork.run(async (tx) => {
        for (const part of inParts(entries)) await this.wakeSignal.notify(tx, TOPIC, [this.processId, ...part])
      })
    } catch (err) {
      this.log.warn({ err }, 'could not tell other processes of counted requests')
    }
  }
}

const toText = ({ count, limit, kind, client }: Unsent): string => `${count} ${limit} ${kind} ${client}`

function fromText(text: string): Unsent {
  const [count, limit, kind, ...client] = text.split(' ')
  return { count: Number(count), limit: Number(limit), kind: kind as Counted['kind'], client: client.join(' ') }
}

function inParts(entries: readonly string[]): string[][] {
  const parts: string[][] = [[]]
  let length = 0
  for (const entry of entries) {
    length += entry.length
    if (length > MAX_MESSAGE_LENGTH) {
      parts.push([])
      length = entry.length
    }
    parts.at(-1)?.push(entry)
  }
  return parts
}
