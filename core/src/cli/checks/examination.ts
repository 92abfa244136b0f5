import { type Clock, SECOND_MS, SystemClock } from '../../kernel/clock.js'
import { describeError } from '../describe-error.js'
import { SystemTimer, type Timer } from '../../kernel/timer.js'

export interface Finding {
  check: string
  ok: boolean
  /** What is wrong and how to repair it, or what was found. */
  detail: string
}

/** For all checks together. */
const MAX_EXAMINATION_MS = 4.5 * SECOND_MS

/** Runs checks, and keeps their findings in the order of the calls. A check that times out is a finding of its own. */
export class Examination {
  private readonly findings: Finding[][] = []
  private readonly endsAt: number

  constructor(
    private readonly clock: Clock = new SystemClock(),
    private readonly timer: Timer = new SystemTimer(),
  ) {
    this.endsAt = this.now() + MAX_EXAMINATION_MS
  }

  /** Adds one finding: what `look` returns, or why it threw. @returns whether the check passed */
  async check(name: string, look: () => Promise<string>): Promise<boolean> {
    const [finding] = await this.checkMany(name, async () => [{ check: name, ok: true, detail: await look() }])
    return finding?.ok ?? true
  }

  /** Adds the findings of `look`. */
  async checkMany(name: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
    const at = this.findings.push([]) - 1
    const found = await this.inTime(name, look)
    this.findings[at] = found
    return found
  }

  all(): Finding[] {
    return this.findings.flat()
  }

  hasTime(): boolean {
    return this.now() < this.endsAt
  }

  private async inTime(name: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
    let cancel: () => void = () => undefined
    const fault = (detail: string): Finding[] => [{ check: name, ok: false, detail }]
    const late = new Promise<Finding[]>((resolve) => {
      const ms = Math.max(0, this.endsAt - this.now())
      cancel = this.timer.after(ms, () => resolve(fault('timed out: look there first, then run paylink doctor again')))
    })
    try {
      return await Promise.race([look(), late])
    } catch (error) {
      return fault(describeError(error).replace(/\s*\n\s*/g, ' '))
    } finally {
      cancel()
    }
  }

  private now(): number {
    return this.clock.now().getTime()
  }
}
