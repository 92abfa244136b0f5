import { SECOND_MS } from '../kernel/clock.js'

/** What one process takes from its clients, and how long it waits for them. */
export interface ConnectionLimits {
  connections: number
  /** From one IPv4 address or one /64 of IPv6, unless it is a trusted proxy. */
  perAddress: number
  /** Pipelined requests of one connection that are not answered yet. */
  unfinishedRequests: number
  /** To send the headers of a request. */
  headersMs: number
  /** To send all of a request. */
  requestMs: number
  /** To read an answer. */
  answerMs: number
  /** Between two requests of one connection. */
  keepAliveMs: number
  /** To read why a request was refused. */
  closingMs: number
  /** How often the times above are checked. */
  checkMs: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  connections: 1000,
  perAddress: 256,
  unfinishedRequests: 8,
  headersMs: 15 * SECOND_MS,
  requestMs: 30 * SECOND_MS,
  answerMs: 60 * SECOND_MS,
  keepAliveMs: 65 * SECOND_MS,
  closingMs: SECOND_MS,
  checkMs: SECOND_MS,
}
