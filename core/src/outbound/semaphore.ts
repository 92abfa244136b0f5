/** Limits how many calls run at a time; the others wait. */
export class Semaphore {
  private readonly waiting: (() => void)[] = []

  constructor(private free: number) {}

  /** A call whose signal was aborted while it waited does not run. @throws what `act` throws, or the signal's reason */
  async run<T>(act: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.free > 0) this.free--
    else await new Promise<void>((resolve) => this.waiting.push(resolve))
    try {
      signal?.throwIfAborted()
      return await act()
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.free++
    }
  }
}
