import type { AddressInfo, Socket } from 'node:net'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Settings } from '@paylink/config'
import { answerWhileStarting, type StartState } from '../http/answer-while-starting.js'
import { CONNECTION_LIMITS } from '../http/connection-limits.js'
import { ClientConnections } from '../http/connections.js'
import { httpServer } from '../http/http-server.js'
import { SECOND_MS, SystemClock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import type { Log } from '../kernel/log.js'
import { SystemRandom } from '../kernel/random.js'
import { SystemTimer } from '../kernel/timer.js'

/** A server that listens already, and the connections it has. */
export interface OpenServer {
  server: Server
  sockets: ReadonlySet<Socket>
}

/** A start that is neither a migration nor stuck takes less. */
const MAX_HOLD_MS = 10 * SECOND_MS

interface Held {
  request: IncomingMessage
  response: ServerResponse
  /** Ends the wait. */
  cancel: () => void
}

/**
 * Listens from the first moment of the process, before anything heavy is loaded and while the database is migrated, and
 * then hands the server over to the application: no connection is refused or closed in between. Requests wait for the
 * application, as it is usually there in a second, but not for a migration. On the very first run probes wait as well, until
 * the key is printed: what sees the service alive may use it.
 */
export class EarlyListener {
  private readonly sockets = new Set<Socket>()
  private readonly held = new Set<Held>()
  private readonly timer = new SystemTimer()
  private state: StartState = { reason: 'starting' }
  private holdsProbes: boolean
  /** Requests have waited for too long: those that come now are answered at once. */
  private isLate = false
  private readonly answer
  private readonly connections: ClientConnections
  private readonly unwatch: () => void
  private readonly keep = (socket: Socket): void => {
    this.sockets.add(socket)
    socket.once('close', () => this.sockets.delete(socket))
    this.connections.add(socket)
  }
  private readonly receive = (request: IncomingMessage, response: ServerResponse): void => {
    if (this.connections.begin(response, request.socket) === 'admitted') this.answer(request, response)
    else request.socket.destroy()
  }

  private constructor(
    private readonly server: Server,
    baseUrl: string,
    log: Log,
    mayBeFirstRun: boolean,
  ) {
    // The limit of each address holds once the application is there, which knows the proxies.
    this.connections = new ClientConnections(CONNECTION_LIMITS, () => true, this.timer, log)
    this.unwatch = this.connections.watch()
    this.holdsProbes = mayBeFirstRun
    const ids = new Ids(new SystemClock(), new SystemRandom())
    this.answer = answerWhileStarting({
      ids,
      baseUrl,
      state: () => this.state,
      hold: (path, request, response) => this.hold(path, request, response),
    })
  }

  /** @throws what `listen` throws */
  static async open(
    settings: Settings,
    log: Log,
    { mayBeFirstRun }: { mayBeFirstRun: boolean },
  ): Promise<EarlyListener> {
    const server = httpServer()
    const listener = new EarlyListener(server, settings.baseUrl, log, mayBeFirstRun)
    server.on('connection', listener.keep)
    server.on('request', listener.receive)
    try {
      await listen(server, settings)
    } catch (error) {
      listener.unwatch()
      throw error
    }
    return listener
  }

  /** Shown by `/readyz`. */
  report(state: StartState): void {
    this.state = state
    if (state.reason === 'migrating') this.answerHeld()
  }

  /** The database has been set up before, or what the first run prints is printed. */
  answerProbes(): void {
    this.holdsProbes = false
    this.answerHeld(({ url = '' }) => isProbe(url.split('?', 1)[0] ?? ''))
  }

  /** The requests that come from now on are the caller's. */
  handOver(): OpenServer {
    const { server, sockets } = this
    server.off('connection', this.keep)
    server.off('request', this.receive)
    this.unwatch()
    return { server, sockets }
  }

  /** Once the application answers. */
  release(): void {
    for (const { request, response } of this.takeHeld()) this.server.emit('request', request, response)
  }

  private hold(path: string, request: IncomingMessage, response: ServerResponse): boolean {
    if (this.isLate || this.state.reason !== 'starting' || (isProbe(path) && !this.holdsProbes)) return false
    const held: Held = { request, response, cancel: this.timer.after(MAX_HOLD_MS, () => this.giveUp(held)) }
    this.held.add(held)
    return true
  }

  private giveUp({ request }: Held): void {
    this.isLate = true
    this.answerHeld((one) => one === request)
  }

  private answerHeld(isWanted: (request: IncomingMessage) => boolean = () => true): void {
    for (const { request, response } of this.takeHeld(isWanted)) this.answer(request, response)
  }

  private takeHeld(isWanted: (request: IncomingMessage) => boolean = () => true): Held[] {
    const taken = [...this.held].filter(({ request }) => isWanted(request))
    for (const held of taken) {
      held.cancel()
      this.held.delete(held)
    }
    return taken
  }

  /** The start failed, or was interrupted. */
  close(): void {
    this.unwatch()
    this.server.close()
    this.server.closeAllConnections()
  }
}

const isProbe = (path: string): boolean => path === '/healthz' || path === '/readyz'

/** On the port of the settings; 0 picks a free one. @throws an error whose message has the remedy */
export async function listen(
  server: Server,
  { port, host }: Pick<Settings, 'port' | 'host'>,
  setting = 'PAYLINK_PORT',
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => reject(portError(error, { port, host, setting }))
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Node's error names the code and address; the operator needs the setting. */
function portError(
  error: NodeJS.ErrnoException,
  { port, host, setting }: { port: number; host: string; setting: string },
): Error {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is in use, perhaps by another PayLink: stop it (ss -ltnp 'sport = :${port}' names it), or set ${setting}.`,
    EACCES: `This user is not allowed to open port ${port}: set ${setting} to one above 1023.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: set PAYLINK_HOST.`,
    ENOTFOUND: `${host} is not an address of this machine: set PAYLINK_HOST.`,
  }
  const sentence = sentences[error.code ?? '']
  return sentence === undefined ? error : new Error(sentence, { cause: error })
}
