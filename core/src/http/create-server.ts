import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Log } from '../kernel/log.js'
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

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const verdict = connections.begin(response, request.socket)
    if (verdict === 'ignored') return
    if (verdict === 'refused') return refusals.respond(tooManyAtOnce(limits), request, response)
    if (request.httpVersion === '1.1' && request.headers.host === undefined) {
      return refusals.respond(invalid('Host', 'is required'), request, response)
    }
    parts.app(request, response)
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
  /** What the kernel has received already, connections and requests, would be reset: twice, for a whole turn of the loop. */
  const catchUp = async (): Promise<void> => {
    await parts.timer.yieldToEventLoop()
    await parts.timer.yieldToEventLoop()
  }
  const drain = async (idleMs: number): Promise<void> => {
    await catchUp()
    connections.closeAfterResponses()
    const closed = new Promise<void>((resolve) => server.once('close', () => resolve()))
    if (idleMs > 0) {
      // Stops listening only; the server's own method would also close idle connections.
      NetServer.prototype.close.call(server)
      const cancel = parts.timer.after(idleMs, () => void catchUp().then(() => server.closeIdleConnections()))
      void closed.then(cancel)
    } else server.close()
    await closed
  }
  return Object.assign(server, { drain, breakOffResponses: () => connections.breakOffResponses() })
}

const tooManyAtOnce = ({ unfinishedRequests }: ClientConnectionLimits): Problem =>
  new Problem('rate_limited', {
    detail: `A connection may have at most ${unfinishedRequests} requests in progress. Wait for their responses first.`,
    headers: { 'Retry-After': '1' },
  })
