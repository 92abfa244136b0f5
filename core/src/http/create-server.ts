import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import { invalid, Problem } from '../kernel/problem.js'
import { type RefusalParts, Refusals } from './refusals.js'
import { CONNECTION_LIMITS, type ClientConnectionLimits } from './connection-limits.js'
import { ClientConnections } from './connections.js'
import { httpServer } from './http-server.js'

interface ServerParts extends RefusalParts {
  app: RequestListener
  isTrustedProxy: (address: string) => boolean
  log: Log
  /** Overrides of the default limits. */
  limits?: Partial<ClientConnectionLimits>
  /** A server that listens already, and its connections. A new one unless given. */
  open?: { server: Server; sockets: Iterable<Socket> }
}

export interface LimitedServer extends Server {
  /**
   * Accepts no new connections, and resolves when all are closed. Each response is the last of its connection; one that
   * is idle is closed after `idleMs`: a balancer may be sending a request on it.
   */
  drain(idleMs: number): Promise<void>
  /** Before all connections are closed: no client may take a part of a response for the whole. */
  breakOffResponses(): void
}

/** The HTTP server, with limits on the connections of a client. A refusal here never reaches the application. */
export function createLimitedServer(parts: ServerParts): LimitedServer {
  const limits = { ...CONNECTION_LIMITS, ...parts.limits }
  const refusals = new Refusals(parts, limits.closingMs)
  const connections = new ClientConnections(limits, parts.isTrustedProxy, parts.timer, parts.log)

  /** Requests that wait while the last connections are accepted: processing them would leave time for new ones. */
  let held: (() => void)[] | null = null
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const verdict = connections.begin(response, request.socket)
    if (verdict === 'ignored') return
    if (verdict === 'refused') return refusals.respond(tooManyAtOnce(limits), request, response)
    if (request.httpVersion === '1.1' && request.headers.host === undefined) {
      return refusals.respond(invalid('Host', 'is required'), request, response)
    }
    if (held) held.push(() => parts.app(request, response))
    else parts.app(request, response)
  }

  const { server, sockets } = parts.open ?? { server: httpServer(limits), sockets: [] }
  for (const socket of sockets) connections.add(socket)
  server.on('connection', (socket) => connections.add(socket))
  server.on('request', serve)
  // An unknown expectation may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', serve)
  server.on('clientError', (error, socket) => {
    // A plain HTTP server has no other kind of socket.
    refusals.respondToClientError(error, socket as Socket, connections.hasStartedResponse(socket as Socket))
  })
  const watch = (): void => void server.once('close', connections.watch())
  if (server.listening) watch()
  else server.once('listening', watch)
  const catchUp = (): Promise<void> => acceptQueued(server, parts.timer)
  const drain = async (idleMs: number): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.once('close', () => resolve()))
    const waiting: (() => void)[] = []
    held = waiting
    await catchUp()
    held = null
    connections.closeAfterResponses()
    // Stops listening only; the server's own method also closes idle connections.
    NetServer.prototype.close.call(server)
    for (const pass of waiting) pass()
    const cancel = parts.timer.after(idleMs, () => void catchUp().then(() => server.closeIdleConnections()))
    await closed
    cancel()
    // Ends the checks of its time limits.
    server.close()
  }
  return Object.assign(server, { drain, breakOffResponses: () => connections.breakOffResponses() })
}

/** The first may have polled already when `drain` was called. */
const QUIET_TURNS = 2
/** Clients that connect without pause must not keep the server from stopping. The queue holds 511. */
const MAX_TURNS = 1000

/**
 * Resolves when all that the kernel has received is read: connections and requests. Linux resets the connections in the
 * queue of a listener that closes, with their requests, and libuv accepts one per turn of the loop.
 */
async function acceptQueued(server: Server, timer: Timer): Promise<void> {
  let isQuiet = false
  const onConnection = (): void => void (isQuiet = false)
  server.on('connection', onConnection)
  for (let turns = 0, quiet = 0; quiet < QUIET_TURNS && turns < MAX_TURNS; turns++) {
    isQuiet = true
    await timer.yieldToEventLoop()
    quiet = isQuiet ? quiet + 1 : 0
  }
  server.off('connection', onConnection)
}

const tooManyAtOnce = ({ unfinishedRequests }: ClientConnectionLimits): Problem =>
  new Problem('rate_limited', {
    detail: `A connection may have at most ${unfinishedRequests} requests in progress. Wait for their responses first.`,
    headers: { 'Retry-After': '1' },
  })
