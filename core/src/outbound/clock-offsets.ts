/** More than an installation asks; merchants choose the hosts of some. */
const MAX_HOSTS = 100

/** How far the clocks of other servers are from ours, by the `Date` of their answers. */
export class ClockOffsets {
  private readonly offsets = new Map<string, number>()

  /** @param now when the answer was read */
  note(host: string, date: string | undefined, now: Date): void {
    const at = Date.parse(date ?? '')
    if (Number.isNaN(at)) return
    if (this.offsets.size >= MAX_HOSTS) this.offsets.clear()
    this.offsets.set(host, at - now.getTime())
  }

  /** In milliseconds, by host; positive: it is ahead of us. A `Date` has whole seconds. */
  all(): ReadonlyMap<string, number> {
    return this.offsets
  }
}
