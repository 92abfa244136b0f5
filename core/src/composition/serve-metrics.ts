import { createServer } from 'node:http'
import express, { type Router } from 'express'
import { errorHandler } from '../http/error-handler.js'
import type { Composition } from './compose.js'
import { listen } from './open-listener.js'

/**
 * `/metrics` on a port of its own: for processes that only run workers, and for a network that payers cannot reach. Returns
 * what stops it.
 */
export async function serveMetrics(
  { settings: { host, baseUrl }, ports }: Composition,
  port: number,
  routers: readonly Router[],
): Promise<() => Promise<void>> {
  const app = express()
  app.disable('x-powered-by')
  for (const router of routers) app.use(router)
  app.use((_request, response) => void response.status(404).end())
  app.use(errorHandler(baseUrl, ports.log))
  const server = createServer(app)
  await listen(server, { port, host }, 'PAYLINK_METRICS_PORT')
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
}
