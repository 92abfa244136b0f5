import { TwinConnectionProblem } from './connections.repository.js'

/** Of two connects of one account at once, as after a double press, the later renews the connection of the earlier. */
export function onceMoreAfterTwin<T>(connect: () => Promise<T>): Promise<T> {
  return connect().catch((error: unknown) => {
    if (error instanceof TwinConnectionProblem) return connect()
    throw error
  })
}
