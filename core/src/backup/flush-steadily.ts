import { Worker } from 'node:worker_threads'

/** What this asks of its thread. */
export interface FlushRequest {
  path: string
  /** An Int32Array of one: other than 0 once the work is over. */
  over: SharedArrayBuffer
}

/**
 * Writes a file to the disk while it is filled, from a thread, as statements of SQLite block this one. The system would
 * write it half a minute later, all at once, and the commits of a server on the same disk would wait for that.
 *
 * @throws Error the disk does not take what was written
 */
export async function flushingSteadily<T>(path: string, work: () => Promise<T>): Promise<T> {
  const over = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const request: FlushRequest = { path, over }
  const thread = new Worker(new URL('./flush-thread.js', import.meta.url), { workerData: request, execArgv: [] })
  const ended = new Promise<void>((resolve, reject) => {
    thread.once('exit', () => resolve())
    thread.once('error', reject)
  })
  // It is awaited later.
  ended.catch(() => undefined)
  const end = async (): Promise<void> => {
    const isOver = new Int32Array(over)
    Atomics.store(isOver, 0, 1)
    Atomics.notify(isOver, 0)
    await ended
  }
  try {
    const result = await work()
    // The system reports only once what could not be written.
    await end()
    return result
  } catch (error) {
    await end().catch(() => undefined)
    throw error
  }
}
