import { startDeadline } from '../clock.js'
import { Finding } from '../finding.js'

/** How long a call may still run after its deadline. */
const GRACE_MS = 3000

/** The deadline of one call: aborts its signal, and gives the call up a moment later. */
export class CallDeadline {
  readonly abort = new AbortController()
  /** Rejects if the call does not end soon after its deadline. */
  readonly missed: Promise<never>
  private giveUp: (finding: Finding) => void = () => undefined
  private cancel: (() => void)[] = []
  private isOver = false

  constructor(
    private readonly name: string,
    ms: number,
  ) {
    this.missed = new Promise<never>((_, reject) => (this.giveUp = reject))
    this.startFor(ms)
  }

  /** Restarts the deadline from now. */
  startFor(ms: number): void {
    this.clear()
    if (this.isOver) return
    const late = `${this.name} did not end within ${GRACE_MS} ms after its deadline`
    const advice = 'use ctx.http for every request, or stop when ctx.signal aborts'
    this.cancel = [
      startDeadline(ms, () => this.abort.abort()),
      startDeadline(ms + GRACE_MS, () => this.giveUp(new Finding(`${late}: ${advice}.`))),
    ]
  }

  end(): void {
    this.isOver = true
    this.clear()
  }

  private clear(): void {
    for (const cancel of this.cancel) cancel()
  }
}
