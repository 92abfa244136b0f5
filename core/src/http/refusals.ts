import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { AccessLog } from '../access-log/access-log.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { invalid, Problem } from '../kernel/problem.js'
import type { Timer } from '../kernel/timer.js'
import type { RateLimiter } from '../rate-limiting/rate-limiter.js'
import { baseHeaders } from './base-headers.js'
import { toProblemView } from './problem-view.js'

export interface RefusalParts {
  ids: Ids
  limiter: RateLimiter
  accessLog: Pick<AccessLog, 'note'>
  clock: Clock
  timer: Timer
  baseUrl: string
}

interface Refusal {
  status: number
  headers: Record<string, string>
  body: string
}

/** Answers requests that never reach the application with a problem, too (R2), and closes their connections. */
export class Refusals {
  constructor(
    private readonly parts: RefusalParts,
    private readonly closingMs: number,
  ) {}

  /** A request that Node's parser rejects, or that did not arrive in time. */
  respondToClientError(error: Error & { code?: string }, socket: Socket, hasStartedResponse: boolean): void {
    if (!socket.writable || error.code === 'ECONNRESET' || hasStartedResponse) {
      socket.destroy()
      return
    }
    const { status, headers, body } = this.refuse(problemOf(error.code), socket, null)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const hasTimedOut = status === 408
    // Destroyed at once, the socket would be reset by bytes still in flight, and the client would lose the response.
    socket.end(`HTTP/1.1 ${status} ${REASONS[status] ?? ''}\r\n${lines.join('')}\r\n${body}`, () => {
      if (hasTimedOut) socket.destroy()
    })
    const cancel = this.parts.timer.after(this.closingMs, () => socket.destroy())
    socket.once('close', cancel)
  }

  /** A request that is valid HTTP, but not allowed here. */
  respond(problem: Problem, request: IncomingMessage, response: ServerResponse): void {
    const { status, headers, body } = this.refuse(problem, request.socket, request.method ?? null)
    response.writeHead(status, headers).end(body)
  }

  private refuse(problem: Problem, socket: Socket, method: string | null): Refusal {
    const { ids, limiter, accessLog, clock, baseUrl } = this.parts
    const id = ids.uuid()
    const client = socket.remoteAddress ?? ''
    const { limit, remaining, resetSeconds } = limiter.takeAddress(client)
    const body = JSON.stringify(toProblemView(problem, baseUrl))
    accessLog.note({
      id,
      at: iso(clock.now()),
      method,
      path: null,
      route: null,
      status: problem.status,
      ms: 0,
      bytes: Buffer.byteLength(body),
      accountId: null,
      keyId: null,
      livemode: null,
      problem: problem.code,
      refusal: null,
      client,
      protocol: 'http',
    })
    const headers = {
      ...baseHeaders(id, baseUrl),
      'Content-Type': 'application/problem+json',
      'Content-Length': String(Buffer.byteLength(body)),
      'Cache-Control': 'no-store',
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Reset': String(resetSeconds),
      ...problem.headers,
      Connection: 'close',
    }
    return { status: problem.status, headers, body }
  }
}

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

function problemOf(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return Object.assign(new Problem('payload_too_large', { detail: 'The headers are too large.' }), { status: 431 })
  }
  const problem = invalid('request', 'is not well-formed HTTP')
  if (code !== 'ERR_HTTP_REQUEST_TIMEOUT') return problem
  return Object.assign(invalid('request', 'took too long to arrive'), { status: 408 })
}
