import { SECOND_MS } from '../kernel/clock.js'

/** How many connections one process accepts, and how long it waits for their clients. */
export interface ClientConnectionLimits {
  connections: number
  /** From one IPv4 address or IPv6 /64, unless it is a trusted proxy. */
  perAddress: number
  /** Pipelined requests of one connection that await a response. */
  unfinishedRequests: number
  /** For the client to send the headers of a request. */
  headersMs: number
  /** For the client to send a whole request. */
  requestMs: number
  /** For the client to read a response. */
  readResponseMs: number
  /** Between two requests of one connection. */
  keepAliveMs: number
  /** For the client to read a refusal before its connection is destroyed. */
  closingMs: number
  /** How often these timeouts are checked. */
  checkMs: number
}

export const CONNECTION_LIMITS: ClientConnectionLimits = {
  connections: 1000,
  perAddress: 256,
  unfinishedRequests: 8,
  headersMs: 15 * SECOND_MS,
  requestMs: 30 * SECOND_MS,
  readResponseMs: 60 * SECOND_MS,
  keepAliveMs: 65 * SECOND_MS,
  closingMs: SECOND_MS,
  checkMs: SECOND_MS,
}
