import { createServer, type Server } from 'node:http'
import { type ClientConnectionLimits, CONNECTION_LIMITS } from './connection-limits.js'

/** Node's server with our limits of time. It does not listen yet. */
export const httpServer = (limits: ClientConnectionLimits = CONNECTION_LIMITS): Server =>
  createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
    // Node would refuse it without a problem; `createLimitedServer` does so with one.
    requireHostHeader: false,
  })
