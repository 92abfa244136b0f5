/** Lets at most so many do something at a time; the others wait for their turn. */
export class Turns {
  private readonly waiting: (() => void)[] = []

  constructor(private free: number) {}

  /** Nobody's turn is used up by one who has left. @throws what `act` throws, or the reason of the signal */
  async take<T>(act: () => Promise<T>, signal?: AbortSignal): Promise<T> {
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
