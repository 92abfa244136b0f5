import type { RequestListener, Server } from 'node:http'
import type { Settings } from '@paylink/config'
import type { Router } from 'express'
import { answerWhileStarting, type StartState } from '../http/answer-while-starting.js'
import { httpServer } from '../http/http-server.js'
import { SystemClock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { SystemRandom } from '../kernel/random.js'
import type { Composition } from './compose.js'
import { listen } from './open-listener.js'

/**
 * `/healthz` and `/readyz` on a port of their own, from the first moment of the process: clients who take all connections of
 * the other one do not keep probes from being answered. Also of processes that only run workers.
 */
export class HealthPort {
  private state: StartState = { reason: 'starting' }
  private answer: RequestListener

  private constructor(
    private readonly server: Server,
    baseUrl: string,
  ) {
    const ids = new Ids(new SystemClock(), new SystemRandom())
    this.answer = answerWhileStarting({ ids, baseUrl, state: () => this.state, hold: () => false })
    server.on('request', (request, response) => void this.answer(request, response))
  }

  /** Null without the setting. @throws what `listen` throws */
  static async open({ healthPort, host, baseUrl }: Settings): Promise<HealthPort | null> {
    if (healthPort === null) return null
    const server = httpServer()
    const health = new HealthPort(server, baseUrl)
    await listen(server, { port: healthPort, host }, 'PAYLINK_HEALTH_PORT')
    return health
  }

  /** Shown by `/readyz` until the application answers. */
  report(state: StartState): void {
    this.state = state
  }

  async handOver(composition: Composition, router: Router): Promise<void> {
    const { appOfRouters } = await import('./app-of-routers.js')
    this.answer = appOfRouters(composition, [router])
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve))
    this.server.closeAllConnections()
    await closed
  }
}
