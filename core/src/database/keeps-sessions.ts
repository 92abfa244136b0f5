import { SECOND_MS } from '../kernel/clock.js'
import { BASE36, randomText, SystemRandom } from '../kernel/random.js'
import { SystemTimer } from '../kernel/timer.js'
import type { DeadlineClient } from './deadline-client.js'

/** A notification arrives within milliseconds, or never. */
const WAIT_MS = 2 * SECOND_MS

const timer = new SystemTimer()

/**
 * Whether a pooler gives each connection a session of its own, as PgBouncer does in session mode. In transaction mode a
 * notification does not reach the connection that listens for it.
 */
export async function keepsSessions(open: () => Promise<DeadlineClient>): Promise<boolean> {
  // In transaction mode the server goes on listening, and may tell another process that asks the same.
  const channel = `paylink_probe_${randomText(new SystemRandom(), BASE36, 12)}`
  const connections: DeadlineClient[] = []
  try {
    const listener = await open()
    connections.push(listener)
    const arrived = new Promise<boolean>((resolve) => void listener.once('notification', () => resolve(true)))
    await listener.query(`listen ${channel}`)
    const sender = await open()
    connections.push(sender)
    await sender.query(`notify ${channel}`)
    return await Promise.race([arrived, timer.sleep(WAIT_MS).then(() => false)])
  } finally {
    await Promise.all(connections.map((connection) => connection.end()))
  }
}
