/** The only source of timers. */
export abstract class Timer {
  /** Calls `act` after `ms`, unless the returned function is called first. Does not keep the process alive. */
  abstract after(ms: number, act: () => void): () => void
  /** Resolves after pending I/O events were handled. */
  abstract yieldToEventLoop(): Promise<void>

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

  yieldToEventLoop(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve))
  }
}

const MAX_INTERVAL_MS = 2 ** 31 - 1

/** Keeps the process alive until the returned function is called; nothing else here does. */
export function stayAlive(): () => void {
  const handle = setInterval(() => undefined, MAX_INTERVAL_MS)
  return () => clearInterval(handle)
}
