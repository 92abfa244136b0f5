import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ConfigValues, SimulatorContext, SimulatorRequest, SimulatorResponse } from '@paylink/plugin-api'
import type { Clock } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { BASE36, type Random, randomText } from '../kernel/random.js'
import type { Timer } from '../kernel/timer.js'
import { Problem } from '../kernel/problem.js'
import type { InstalledSimulator } from '../plugin-host/installed-plugin.js'
import type { PluginEntries } from '../plugin-host/plugin-entries.repository.js'
import type { PluginStates } from '../plugin-host/plugin-states.repository.js'
import type { Sealer } from '../secrets/sealer.js'
import { InjectedFaults } from './injected-faults.js'
import type { NotificationSink } from '../plugin-host/notification-sink.js'

const MAX_BYTES = 1024 * 1024

/** The simulated providers of test mode: APIs on loopback ports, objects in our database. */
export class Sandbox {
  private readonly servers = new Map<string, Promise<{ server: Server; origin: string }>>()
  private readonly configs = new Map<string, Promise<ConfigValues>>()
  private readonly origins: string[] = []
  private readonly faults = new Map<string, InjectedFaults>()
  private readonly heldBack = new Map<string, Parameters<NotificationSink['receive']>[0]>()

  constructor(
    private readonly simulatorOf: (provider: string) => InstalledSimulator | undefined,
    private readonly states: PluginStates,
    private readonly entries: PluginEntries,
    private readonly sinkOf: (provider: string) => NotificationSink,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly timer: Timer,
    private readonly log: Log,
    private readonly settings: { enabled: boolean; baseUrl: string },
  ) {}

  has(provider: string): boolean {
    return this.simulator(provider) !== undefined
  }

  /** The only addresses that are exempt from the outbound guard. */
  openOrigins(): readonly string[] {
    return this.origins
  }

  /**
   * The settings of a sandbox connection. Starts the simulator's API in this process if it is not running yet.
   *
   * @throws Problem `provider_unavailable`
   */
  async configOf(provider: string, connectionId: string): Promise<ConfigValues> {
    const simulator = this.simulator(provider)
    if (!simulator) throw new Error(`there is no sandbox for ${provider}`)
    const { origin } = await this.serve(provider)
    // They never change, so they are asked for once.
    let loading = this.configs.get(connectionId)
    if (!loading) {
      const seed = this.sealer.derive(`sandbox:${connectionId}`)
      loading = simulator.config({ apiBase: origin, seed }).catch(throwUnavailable)
      this.configs.set(connectionId, loading)
      loading.catch(() => this.configs.delete(connectionId))
    }
    return loading
  }

  faultsOf(provider: string): InjectedFaults {
    let faults = this.faults.get(provider)
    if (!faults) {
      faults = new InjectedFaults(this.entries.storeOf(`sandbox-faults:${provider}`))
      this.faults.set(provider, faults)
    }
    return faults
  }

  /** A page of the simulator; null if there is no simulator. @throws Problem `provider_unavailable` */
  async page(
    provider: string,
    locale: SimulatorContext['locale'],
    request: SimulatorRequest,
  ): Promise<SimulatorResponse | null> {
    const simulator = this.simulator(provider)
    if (!simulator) return null
    const refusal = await this.states.refusal(provider)
    if (refusal !== null) throw new Problem('provider_unavailable', { detail: refusal })
    return simulator.page(request, this.contextOf(provider, locale)).catch(throwUnavailable)
  }

  async stop(): Promise<void> {
    for (const starting of this.servers.values()) {
      const { server } = await starting
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }

  private simulator(provider: string): InstalledSimulator | undefined {
    return this.settings.enabled ? this.simulatorOf(provider) : undefined
  }

  private serve(provider: string): Promise<{ server: Server; origin: string }> {
    let starting = this.servers.get(provider)
    if (!starting) {
      starting = new Promise((resolve, reject) => {
        const server = createServer((request, response) => {
          this.answer(provider, request, response).catch((error: unknown) => {
            this.log.error({ err: error, provider }, 'the simulator failed')
            if (!response.headersSent) response.writeHead(500)
            response.end()
          })
        })
        server.once('error', reject)
        server.listen(0, '127.0.0.1', () => {
          const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
          this.origins.push(origin)
          resolve({ server, origin })
        })
      })
      this.servers.set(provider, starting)
    }
    return starting
  }

  private async answer(provider: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const rawBody = await readBody(request)
    const url = new URL(request.url ?? '/', 'http://sandbox')
    const method = request.method ?? 'GET'
    const call = `${method} ${url.pathname}`
    const faults = this.faultsOf(provider)
    const before = await faults.take(['delay_before', 'reset_before', 'error_before', 'refuse', 'garbage'], call)
    if (before?.kind === 'delay_before') await this.timer.sleep(before.ms)
    else if (before) return fail(response, before.kind)
    const answer = await this.simulator(provider)?.api(
      { method, path: url.pathname, query: url.searchParams, headers: headersOf(request), rawBody },
      this.contextOf(provider, 'es-MX'),
    )
    const after = await faults.take(['delay_after', 'reset_after', 'error_after'], call)
    if (after?.kind === 'delay_after') await this.timer.sleep(after.ms)
    else if (after) return fail(response, after.kind)
    response.writeHead(answer?.status ?? 404, answer?.headers)
    response.end(answer?.body)
  }

  private contextOf(provider: string, locale: SimulatorContext['locale']): SimulatorContext {
    return {
      store: this.entries.storeOf(`sandbox:${provider}`),
      pageBase: `${this.settings.baseUrl}/sandbox/${provider}`,
      locale,
      now: () => this.clock.now(),
      randomId: (length) => randomText(this.random, BASE36, length),
      notify: (notification) => this.notify(provider, notification),
    }
  }

  /** Delivers a notification in process: the public address may lead through a proxy. */
  private async notify(
    provider: string,
    { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
  ): Promise<void> {
    const [, connectionId = ''] = /\/hooks\/[^/]+\/([^/?]+)/.exec(url) ?? []
    const notification = { provider, connectionId, headers, rawBody: Buffer.from(body) }
    const fault = await this.faultsOf(provider).take(
      ['notification_lost', 'notification_twice', 'notification_late'],
      'notification',
    )
    if (fault?.kind === 'notification_lost') return
    if (fault?.kind === 'notification_late') {
      this.heldBack.set(provider, notification)
      return
    }
    await this.deliver(notification)
    if (fault?.kind === 'notification_twice') await this.deliver(notification)
    const late = this.heldBack.get(provider)
    this.heldBack.delete(provider)
    if (late) await this.deliver(late)
  }

  private async deliver(notification: Parameters<NotificationSink['receive']>[0]): Promise<void> {
    try {
      await this.sinkOf(notification.provider).receive(notification)
    } catch (error) {
      this.log.warn({ err: error, provider: notification.provider }, 'refused a simulated notification')
    }
  }
}

function throwUnavailable(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause)
  throw new Problem('provider_unavailable', { detail: `The simulator does not answer: ${reason}`, cause })
}

const REFUSED = 'A fault was injected.'
/** Has the form of a Stripe error and of a Conekta error at once. */
const REFUSAL = JSON.stringify({
  error: { type: 'invalid_request_error', message: REFUSED },
  object: 'error',
  type: 'precondition_required_error',
  details: [{ code: 'fault_switched_on', message: REFUSED, debug_message: REFUSED }],
})

function fail(response: ServerResponse, kind: string): void {
  if (kind.startsWith('reset')) {
    response.socket?.resetAndDestroy()
  } else if (kind.startsWith('error')) {
    response.writeHead(500, { 'content-type': 'application/json' })
    response.end('{"error":{"type":"api_error","message":"A fault was injected."}}')
  } else if (kind === 'refuse') {
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(REFUSAL)
  } else {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<html>not what you asked for</html>')
  }
}

function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
}

async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error('the request is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
