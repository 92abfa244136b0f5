import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Above the ports that browsers refuse (10080 is the last); below those that Linux (32768) and macOS (49152) take for outgoing connections. */
const FIRST = 10_100
const END = 32_000

// Each of the suite's processes begins elsewhere, and hands out a port once.
let next = randomInt(FIRST, END)

/**
 * A port that a server started later may bind. The kernel's own choice (port 0) is no help to it: until that server
 * starts, the kernel may give the same port to an outgoing connection.
 */
export async function freePort(): Promise<number> {
  for (let tried = FIRST; tried < END; tried++) {
    const port = next
    next = port + 1 < END ? port + 1 : FIRST
    if (await canBind(port)) return port
  }
  throw new Error(`No port between ${FIRST} and ${END} is free.`)
}

const canBind = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
