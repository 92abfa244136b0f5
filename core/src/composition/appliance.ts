import type { Settings } from '@paylink/config'
import { AccessLog } from '../access-log/access-log.js'
import { UnsentReservations } from '../checkout/unsent-reservations.js'
import type { LimitedServer } from '../http/create-server.js'
import { Schedule } from '../work/schedule.js'
import { Workers } from '../work/workers.repository.js'
import { CallLog } from '../mcp/call-log.js'
import { VerificationLease } from '../payments/verification-lease.repository.js'
import { SECOND_MS } from '../kernel/clock.js'
import { stayAlive } from '../kernel/timer.js'
import { VerifyOnReturn } from '../reconciliation/verify-on-return.js'
import { type Composition, composeOn } from './compose.js'
import { type Foundation, openFoundation } from './foundation.js'
import { meterFor, metricsRouters } from './metrics.js'
import { HealthPort } from './health-port.js'
import type { EarlyListener } from './open-listener.js'
import { type Ports, systemPorts } from './ports.js'
import { openTraces, type Traces } from './traces.js'
import { makeDataPrivate } from './private-data.js'
import { releaseDeadWorkers } from './release-dead-workers.js'

export interface Roles {
  http: boolean
  jobs: boolean
}

/** What is open already. */
export interface Early {
  foundation?: Foundation
  http?: EarlyListener
  health?: HealthPort | null
}

/** How long running requests may take to finish at shutdown. */
const DRAIN_MS = 7 * SECOND_MS

/** How long what was started may take to stop after the start has failed. */
const GIVE_UP_MS = 8 * SECOND_MS

/** The running service. */
export class Appliance {
  /** Null: it serves no HTTP. */
  port: number | null = null
  private server: LimitedServer | null = null
  private readonly stopWork: (() => Promise<void>)[] = []

  private constructor(
    readonly composition: Composition,
    private readonly traces: Traces,
  ) {}

  /**
   * `beforeServing` runs before the first request is served. `early` is what is taken over.
   *
   * @throws SchemaMismatchError, OtherSecretKeyError, or the error of `listen`
   */
  static async start(
    settings: Settings,
    roles: Roles,
    ports: Ports = systemPorts(settings),
    beforeServing: (composition: Composition) => Promise<void> = () => Promise.resolve(),
    early: Early = {},
  ): Promise<Appliance> {
    const traces = await openTraces(settings, ports)
    const meter = await meterFor(settings)
    const foundation = early.foundation ?? (await openFoundation(settings, ports))
    const instruments = { meter, tracer: traces.tracer }
    const composition = await composeOn({ ...foundation, ports: { ...foundation.ports, ...instruments } })
    makeDataPrivate(settings)
    const appliance = new Appliance(composition, traces)
    try {
      await appliance.startParts(roles, beforeServing, early)
      return appliance
    } catch (error) {
      // A part that does not stop must not hide why the start failed.
      const release = stayAlive()
      await Promise.race([appliance.stop(), composition.ports.timer.sleep(GIVE_UP_MS)])
      release()
      throw error
    }
  }

  /** Whatever was started when it throws is in `server` or `stopWork`. */
  private async startParts(
    roles: Roles,
    beforeServing: (composition: Composition) => Promise<void>,
    early: Early,
  ): Promise<void> {
    const { composition, stopWork, traces } = this
    const { container, settings } = composition
    const workers = await import('./start-workers.js')
    await workers.startEpoch(composition)
    await releaseDeadWorkers(composition)
    await beforeServing(composition)
    await container.get(Workers).beat()
    workers.startHeartbeat(composition)
    const { serveHttp } = roles.http ? await import('./serve-http.js') : { serveHttp: null }
    container.get(Schedule).start(traces.tasks)
    const metrics = await metricsRouters(composition)
    const healthPort = early.health === undefined ? await HealthPort.open(settings) : early.health
    if (healthPort) stopWork.push(() => healthPort.close())
    const health = serveHttp || healthPort ? (await import('./health-router.js')).healthRouter(composition) : null
    if (serveHttp && health) {
      const { server, port, stopSharing } = await serveHttp(composition, [health, ...metrics], early.http)
      this.server = server
      this.port = port
      stopWork.push(stopSharing)
    }
    if (roles.jobs) await workers.startWorkers(composition, stopWork)
    if (healthPort && health) await healthPort.handOver(composition, health)
    if (settings.metricsPort !== null) {
      const { serveMetrics } = await import('./serve-metrics.js')
      stopWork.push(await serveMetrics(composition, settings.metricsPort, metrics))
    }
  }

  /**
   * Accepts no new connections, drains requests and workers, then closes everything. `idleMs`: how long a connection may
   * wait for another request, which is then its last.
   */
  async stop({ idleMs = 0 }: { idleMs?: number } = {}): Promise<void> {
    const { container } = this.composition
    container.get(UnsentReservations).stop()
    container.get(VerificationLease).stop()
    const answered = this.stopHttp(idleMs).then(() => container.get(VerifyOnReturn).stop())
    await Promise.all([
      this.end('requests', answered),
      ...this.stopWork.map((stop) => this.end('work', stop())),
      this.end('schedule', container.get(Schedule).stop()),
    ])
    await this.end('access log', container.get(AccessLog).drain())
    if (this.server) await this.end('tool calls', container.get(CallLog).drain())
    await this.end('registration', container.get(Workers).deregister())
    await this.end('traces', this.traces.stop())
    await this.end('connections', this.composition.close())
  }

  /** A part that fails to end keeps no other from ending. What it held is free once its leases and heartbeat expire. */
  private async end(part: string, work: Promise<void>): Promise<void> {
    await work.catch((err: unknown) => this.composition.ports.log.warn({ err, part }, 'could not stop a part cleanly'))
  }

  private async stopHttp(idleMs: number): Promise<void> {
    const { server } = this
    if (!server) return
    const drained = server.drain(idleMs)
    const cancel = this.composition.ports.timer.after(DRAIN_MS, () => {
      server.breakOffResponses()
      server.closeAllConnections()
    })
    await drained
    cancel()
  }
}
