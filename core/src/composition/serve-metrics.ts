import { createServer } from 'node:http'
import type { Router } from 'express'
import { appOfRouters } from './app-of-routers.js'
import type { Composition } from './compose.js'
import { listen } from './open-listener.js'

/**
 * `/metrics` on a port of its own: for processes that only run workers, and for a network that payers cannot reach. Returns
 * what stops it.
 */
export async function serveMetrics(
  composition: Composition,
  port: number,
  routers: readonly Router[],
): Promise<() => Promise<void>> {
  const server = createServer(appOfRouters(composition, routers))
  await listen(server, { port, host: composition.settings.host }, 'PAYLINK_METRICS_PORT')
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
}
