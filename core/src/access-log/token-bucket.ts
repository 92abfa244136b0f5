/** Allows a burst of `burst`, then `perSecond`. */
export class TokenBucket {
  private tokens: number
  private countedMs = 0

  constructor(
    private readonly burst: number,
    private readonly perSecond: number,
  ) {
    this.tokens = burst
  }

  take(nowMs: number): boolean {
    // A clock that was set back neither adds nor removes tokens.
    const seconds = Math.max(0, nowMs - this.countedMs) / 1000
    this.tokens = Math.min(this.burst, this.tokens + seconds * this.perSecond)
    this.countedMs = nowMs
    if (this.tokens < 1) return false
    this.tokens--
    return true
  }
}
