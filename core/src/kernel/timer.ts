/** The one place that waits. */
export abstract class Timer {
  /** Calls `act` after `ms`; the returned function calls it off. Does not keep the process alive. */
  abstract after(ms: number, act: () => void): () => void
  /** Gives input and output a turn. */
  abstract breathe(): Promise<void>

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve))
  }
}

export class SystemTimer extends Timer {
  after(ms: number, act: () => void): () => void {
    const handle = setTimeout(act, ms)
    handle.unref()
    return () => clearTimeout(handle)
  }

  breathe(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve))
  }
}

const LONGEST_MS = 2 ** 31 - 1

/** Nothing else here keeps the process alive; this does, until the returned function is called. */
export function stayAlive(): () => void {
  const handle = setInterval(() => undefined, LONGEST_MS)
  return () => clearInterval(handle)
}
