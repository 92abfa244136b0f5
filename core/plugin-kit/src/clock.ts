/** The only place of the kit with real time and timers; its cases advance a clock of their own. */

/** A whole second, because most providers store no fractions. */
export function startOfSecond(): number {
  return Math.floor(Date.now() / 1000) * 1000
}

/** Calls `onEnd` after `ms` unless the returned function is called first. */
export function startDeadline(ms: number, onEnd: () => void): () => void {
  const timer = setTimeout(onEnd, ms)
  return () => clearTimeout(timer)
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Returns a function that tells the elapsed milliseconds. */
export function startStopwatch(): () => number {
  const startedAt = performance.now()
  return () => Math.round(performance.now() - startedAt)
}
