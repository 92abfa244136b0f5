import type { Socket } from 'node:net'
import { invalid, Problem } from '../kernel/problem.js'
import { toProblemView } from './error-handler.js'

/** What Node's parser refuses never becomes a request; it is answered with a problem like any other (R2). */
export function answerClientError(baseUrl: string) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    const problem = problemOf(error.code)
    const body = JSON.stringify(toProblemView(problem, baseUrl))
    socket.end(
      `HTTP/1.1 ${problem.status} ${REASONS[problem.status] ?? ''}\r\nContent-Type: application/problem+json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
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
