import type { Reader } from '../database/engine.js'
import { type Generation, GenerationCache } from '../database/generation.js'
import { Problem } from '../kernel/problem.js'
import { readGap, readQuarantine } from './quarantine.repository.js'
import type { Gap, QuarantineState } from './quarantine-state.js'

const RETRY_AFTER_SECONDS = '60'

interface Known {
  state: QuarantineState | null
  gap: Gap | null
}

/**
 * While the database is older than the world around it, nothing goes out that may have gone out before: no checkout is
 * opened, no webhook or email sent, no stamp requested, and no request of the API changes anything. Reading works, and
 * providers are asked about payments.
 */
export class Quarantine {
  private readonly cache: GenerationCache<Known>
  /** As of the latest request or heartbeat: for background work, which belongs to no request. */
  private latest: Known = { state: null, gap: null }

  constructor(
    private readonly reader: Reader,
    private readonly generation: Generation,
  ) {
    this.cache = new GenerationCache(generation)
  }

  /** As of the beginning of the latest request; null: there is none. */
  async find(): Promise<QuarantineState | null> {
    const { state } = await this.cache.get('known', () => this.look())
    return state
  }

  /** As of now. */
  async findNow(): Promise<QuarantineState | null> {
    await this.generation.refresh()
    return this.find()
  }

  /** With every heartbeat, so that a process without requests learns of it. */
  async look(): Promise<Known> {
    return (this.latest = { state: await readQuarantine(this.reader), gap: await readGap(this.reader) })
  }

  /** Is background work held back that reaches others? */
  get isHolding(): boolean {
    return this.latest.state !== null
  }

  /**
   * May something that was asked for at this time have been done already, in a gap of what is known here? Then it is to be
   * looked up before it is done.
   */
  mayBeRepeated(askedAt: string): boolean {
    const { gap } = this.latest
    return gap !== null && askedAt <= gap.knownUntil
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
