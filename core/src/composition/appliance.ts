import type { Settings } from '@paylink/config'
import { AccessLog } from '../access-log/access-log.js'
import { UnsentReservations } from '../checkout/unsent-reservations.js'
import type { LimitedServer } from '../http/create-server.js'
import { Schedule } from '../work/schedule.js'
import { Workers } from '../work/workers.repository.js'
import { CallLog } from '../mcp/call-log.js'
import { SECOND_MS } from '../kernel/clock.js'
import { VerifyOnReturn } from '../reconciliation/verify-on-return.js'
import { type Composition, compose, type Ports, systemPorts } from './compose.js'
import { meterFor, metricsRouters } from './metrics.js'
import type { EarlyListener } from './open-listener.js'
import { makeDataPrivate } from './private-data.js'
import { releaseDeadWorkers } from './release-dead-workers.js'

export interface Roles {
  http: boolean
  jobs: boolean
}

/** How long running requests may take to finish at shutdown. */
const DRAIN_MS = 7 * SECOND_MS

/** The running service. */
export class Appliance {
  private constructor(
    readonly composition: Composition,
    readonly port: number | null,
    private readonly server: LimitedServer | null,
    private readonly stopWork: readonly (() => Promise<void>)[],
  ) {}

  /**
   * `beforeServing` runs before the first request is served. `early` is the listener to take over.
   *
   * @throws SchemaMismatchError, OtherSecretKeyError, or the error of `listen`
   */
  static async start(
    settings: Settings,
    roles: Roles,
    ports: Ports = systemPorts(settings),
    beforeServing: (composition: Composition) => Promise<void> = () => Promise.resolve(),
    early?: EarlyListener,
  ): Promise<Appliance> {
    const composition = await compose(settings, { ...ports, meter: await meterFor(settings) })
    makeDataPrivate(settings)
    try {
      const workers = await import('./start-workers.js')
      await workers.startEpoch(composition)
      await releaseDeadWorkers(composition)
      await beforeServing(composition)
      await composition.container.get(Workers).beat()
      workers.startHeartbeat(composition)
      const { serveHttp } = roles.http ? await import('./serve-http.js') : { serveHttp: null }
      const metrics = await metricsRouters(composition)
      const http = serveHttp ? await serveHttp(composition, metrics, early) : null
      const stopWork = roles.jobs ? await workers.startWorkers(composition) : []
      if (settings.metricsPort !== null) {
        const { serveMetrics } = await import('./serve-metrics.js')
        stopWork.push(await serveMetrics(composition, settings.metricsPort, metrics))
      }
      if (http) stopWork.push(http.stopSharing)
      return new Appliance(composition, http?.port ?? null, http?.server ?? null, stopWork)
    } catch (error) {
      await composition.container.get(Schedule).stop()
      await composition.close()
      throw error
    }
  }

  /** Accepts no new connections, drains requests and workers, then closes everything. */
  async stop(): Promise<void> {
    const { container } = this.composition
    container.get(UnsentReservations).stop()
    const answered = this.stopHttp().then(() => container.get(VerifyOnReturn).stop())
    await Promise.all([
      this.end('requests', answered),
      ...this.stopWork.map((stop) => this.end('work', stop())),
      this.end('schedule', container.get(Schedule).stop()),
    ])
    await this.end('access log', container.get(AccessLog).drain())
    if (this.server) await this.end('tool calls', container.get(CallLog).drain())
    await this.end('registration', container.get(Workers).deregister())
    await this.end('connections', this.composition.close())
  }

  /** A part that fails to end keeps no other from ending. What it held is free once its leases and heartbeat expire. */
  private async end(part: string, work: Promise<void>): Promise<void> {
    await work.catch((err: unknown) => this.composition.ports.log.warn({ err, part }, 'could not stop a part cleanly'))
  }

  private async stopHttp(): Promise<void> {
    const { server } = this
    if (!server) return
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    const cancel = this.composition.ports.timer.after(DRAIN_MS, () => {
      server.breakOffResponses()
      server.closeAllConnections()
    })
    await closed
    cancel()
  }
}
