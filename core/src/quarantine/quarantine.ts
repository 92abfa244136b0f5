import type { Reader } from '../database/engine.js'
import { type Generation, GenerationCache } from '../database/generation.js'
import { type Clock, iso, MINUTE_MS } from '../kernel/clock.js'
import { Problem } from '../kernel/problem.js'
import { type Known, readKnown } from './quarantine.repository.js'
import type { QuarantineState, Uncompared } from './quarantine-state.js'

const RETRY_AFTER_SECONDS = '60'

/** After a downtime: long enough to read what providers list, and no delay that matters if one of them cannot be read. */
const HOLD_MS = 2 * MINUTE_MS

/**
 * While the database is older than the world around it, nothing goes out that may have gone out before: no checkout is
 * opened, no webhook or email sent, no stamp requested, and no request of the API changes anything. Reading works, and
 * providers are asked about payments.
 */
export class Quarantine {
  private readonly cache: GenerationCache<Known>
  /** As of the latest request or heartbeat: for background work, which belongs to no request. */
  private latest: Known = { state: null, gap: null, downtime: null }
  /** When this process learned of the downtime. */
  private downtimeSeen = { until: '', atMs: 0 }

  constructor(
    private readonly reader: Reader,
    private readonly generation: Generation,
    private readonly clock: Clock,
  ) {
    this.cache = new GenerationCache(generation)
  }

  /** As of the beginning of the latest request; null: there is none. */
  async find(): Promise<QuarantineState | null> {
    return (await this.known()).state
  }

  /** As of the beginning of the latest request: times of which a connection may have to be compared. */
  async findUncompared(): Promise<Uncompared[]> {
    return uncomparedOf(await this.known())
  }

  /** As of now. */
  async findNow(): Promise<QuarantineState | null> {
    await this.generation.refresh()
    return this.find()
  }

  /** With every heartbeat, so that a process without requests learns of it. */
  async look(): Promise<Known> {
    const known = await readKnown(this.reader)
    const until = known.downtime?.until ?? ''
    if (this.downtimeSeen.until !== until) this.downtimeSeen = { until, atMs: this.clock.now().getTime() }
    return (this.latest = known)
  }

  /**
   * Is background work held back that reaches others? Also for a while after a downtime, until providers have been compared:
   * if the database was put back meanwhile, what is due may have gone out already.
   */
  get isHolding(): boolean {
    const { state, downtime } = this.latest
    if (state !== null || downtime === null) return state !== null
    // A process that starts later waits for the first comparison as well, and for no other.
    return (
      this.isWithinHold(Date.parse(downtime.until)) || (!downtime.isTried && this.isWithinHold(this.downtimeSeen.atMs))
    )
  }

  /** A clock that was set meanwhile, either way, holds nothing back. */
  private isWithinHold(sinceMs: number): boolean {
    return Math.abs(this.clock.now().getTime() - sinceMs) < HOLD_MS
  }

  /**
   * May something that was asked for at this time have been done already, in a gap of what is known here? Then it is to be
   * looked up before it is done.
   */
  mayBeRepeated(askedAt: string): boolean {
    const { gap } = this.latest
    return gap !== null && askedAt <= gap.until
  }

  /**
   * May something that happened at this time, and is found out only now, have been announced already, in a gap of what is
   * known here, or in what is missing in quarantine? Then it is recorded, and not announced again.
   */
  mayBeAnnounced(happenedAt: string): boolean {
    const { state, gap } = this.latest
    const ends = [state?.knownUntil, gap?.until].filter((end) => end !== undefined)
    // By a clock that was ahead, the end may be to come.
    return happenedAt <= iso(this.clock.now()) && ends.some((end) => happenedAt <= end)
  }

  private known(): Promise<Known> {
    return this.cache.get('known', () => this.look())
  }

  /** @throws Problem `service_unavailable` */
  async assertOff(): Promise<void> {
    const state = await this.find()
    if (!state) return
    throw new Problem('service_unavailable', {
      detail: `PayLink is in quarantine: its database is from ${state.copiedAt}, and what happened since is missing. Nothing can be changed until the operator ends the quarantine.`,
      headers: { 'Retry-After': RETRY_AFTER_SECONDS },
    })
  }
}

export const uncomparedOf = ({ gap, downtime }: Known): Uncompared[] => [gap, downtime].filter((time) => time !== null)
