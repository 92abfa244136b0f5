import type { AddressInfo, Socket } from 'node:net'
import type { Server } from 'node:http'
import type { Settings } from '@paylink/config'
import { answerWhileStarting, type StartState } from '../http/answer-while-starting.js'
import { CONNECTION_LIMITS } from '../http/connection-limits.js'
import { httpServer } from '../http/http-server.js'
import { SystemClock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { SystemRandom } from '../kernel/random.js'

/** A server that listens already, and the connections it has. */
export interface OpenServer {
  server: Server
  sockets: ReadonlySet<Socket>
}

/**
 * Listens from the first moment of the process, before anything heavy is loaded and while the database is migrated, and
 * then hands the server over to the application: no connection is refused or closed in between.
 */
export class EarlyListener {
  private readonly sockets = new Set<Socket>()
  private state: StartState = { reason: 'starting' }
  private readonly answer
  private readonly keep = (socket: Socket): void => {
    this.sockets.add(socket)
    socket.once('close', () => this.sockets.delete(socket))
  }

  private constructor(
    private readonly server: Server,
    baseUrl: string,
  ) {
    const ids = new Ids(new SystemClock(), new SystemRandom())
    this.answer = answerWhileStarting({ ids, baseUrl, state: () => this.state })
  }

  /** @throws what `listen` throws */
  static async open(settings: Settings): Promise<EarlyListener> {
    const server = httpServer()
    const listener = new EarlyListener(server, settings.baseUrl)
    server.on('connection', listener.keep)
    server.on('request', listener.answer)
    server.maxConnections = CONNECTION_LIMITS.connections
    await listen(server, settings)
    return listener
  }

  /** Shown by `/readyz`. */
  report(state: StartState): void {
    this.state = state
  }

  /** The requests that come from now on are the caller's. */
  handOver(): OpenServer {
    const { server, sockets } = this
    server.off('connection', this.keep)
    server.off('request', this.answer)
    server.maxConnections = Infinity
    return { server, sockets }
  }

  /** The start failed, or was interrupted. */
  close(): void {
    this.server.close()
    this.server.closeAllConnections()
  }
}

/** On the port of the settings; 0 picks a free one. @throws an error with a sentence that says what to do */
export async function listen(server: Server, { port, host }: Settings): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => reject(portError(error, port, host))
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Node's error names the code and address; the operator needs the setting. */
function portError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is in use, perhaps by another PayLink: stop it (ss -ltnp 'sport = :${port}' names it), or set PAYLINK_PORT.`,
    EACCES: `This user is not allowed to open port ${port}: set PAYLINK_PORT to one above 1023.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: set PAYLINK_HOST.`,
    ENOTFOUND: `${host} is not an address of this machine: set PAYLINK_HOST.`,
  }
  const sentence = sentences[error.code ?? '']
  return sentence === undefined ? error : new Error(sentence, { cause: error })
}
