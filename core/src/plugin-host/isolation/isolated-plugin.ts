import type {
  ConfigValues,
  EmailContext,
  HttpRequest,
  InvoicingProvider,
  PaymentProvider,
  PluginContext,
  PluginLog,
  PluginStore,
  SimulatorContext,
  SimulatorRequest,
  SimulatorResponse,
} from '@paylink/plugin-api'
import { type Clock, SECOND_MS } from '../../kernel/clock.js'
import { toLimits } from '../check-answers.js'
import type { FoundPlugin } from '../discover.js'
import {
  type InstalledSimulator,
  type KindedPlugin,
  type PluginKind,
  type TransportFactory,
  TRANSPORT_GRACE_MS,
} from '../installed-plugin.js'
import type { OpenedPlugin } from '../opened-plugin.js'
import type { CallContext, PluginDescription } from './messages.js'
import type { PortTable } from './plugin-process.js'
import { PluginWorker, type WorkerHost } from './plugin-worker.js'

const SIMULATOR_DEADLINE_MS = 10 * SECOND_MS

/** Loads a plugin into a process of its own; the result is its proxy in this one. @throws Error it does not load */
export async function openIsolated(found: FoundPlugin, kind: PluginKind, host: WorkerHost): Promise<OpenedPlugin> {
  const worker = new PluginWorker(found, kind, host)
  const description = await worker.open()
  const { manifest, config, webhookSecretKey, methods, limitsFault } = description
  const plugin = {
    ...{ origin: found.origin, version: found.version, manifest, config, webhookSecretKey },
    ...(description.hasSimulator && { simulator: simulatorIn(worker, host) }),
  }
  const provider = kind === 'email' ? transportsIn(worker, host.clock) : providerIn(worker, description, host.clock)
  return {
    // Unchecked until `faultOfPlugin` has examined it.
    ...({ kind, plugin, provider } as unknown as KindedPlugin),
    ...{ methods, limitsFault },
    stop: (reason) => worker.stop(reason),
    close: () => worker.close(),
  }
}

/** Every method takes its input and then the context, `limits` excepted. */
function providerIn(
  worker: PluginWorker,
  { methods, limits }: PluginDescription,
  clock: Clock,
): PaymentProvider | InvoicingProvider {
  const known = new Map(limits)
  const ask =
    (method: string) =>
    (...all: unknown[]) => {
      const ctx = all.at(-1) as PluginContext
      const { mode, livemode, connectionId, config, deadline } = ctx
      const context = { mode, livemode, connectionId, config, deadline }
      const input = all.slice(0, -1).map(withOwnBytes)
      const call = { target: 'provider', method, input, context, now: clock.now().getTime() } as const
      return worker.call(call, portsOf(ctx), ctx.signal)
    }
  return {
    ...Object.fromEntries(methods.map((method) => [method, ask(method)])),
    limits: (currency: string) => toLimits(known.get(currency) ?? null),
  } as unknown as PaymentProvider
}

function transportsIn(worker: PluginWorker, clock: Clock): TransportFactory {
  return {
    create: (config) => {
      const ask = async <T>(method: string, input: unknown[], ctx: EmailContext): Promise<T> => {
        const context = { config }
        const call = {
          ...({ target: 'provider', method, input: input.map(withOwnBytes) } as const),
          ...{ context, now: clock.now().getTime() },
        }
        return (await worker.call(call, logPorts(ctx.log), ctx.signal, TRANSPORT_GRACE_MS)) as T
      }
      return {
        check: (ctx) => ask('check', [], ctx),
        send: (mail, ctx) => ask('send', [mail], ctx),
        readReport: (raw, ctx) => ask('readReport', [raw], ctx),
        // Ends with its process.
        close: async () => undefined,
      }
    },
  }
}

function simulatorIn(worker: PluginWorker, { clock, timer }: WorkerHost): InstalledSimulator {
  const ask = async <T>(method: string, input: unknown[], context: CallContext, ports: PortTable): Promise<T> => {
    const abort = new AbortController()
    let cancel: () => void = () => undefined
    const deadline = new Promise<never>((_, reject) => {
      cancel = timer.after(SIMULATOR_DEADLINE_MS, () => {
        abort.abort()
        reject(new Error(`the simulator did not answer within ${SIMULATOR_DEADLINE_MS / SECOND_MS} s`))
      })
    })
    const call = { target: 'simulator', method, input, context, now: clock.now().getTime() } as const
    try {
      return (await Promise.race([worker.call(call, ports, abort.signal), deadline])) as T
    } finally {
      cancel()
    }
  }
  const serve = (method: 'api' | 'page') => (request: SimulatorRequest, sim: SimulatorContext) => {
    const { pageBase, locale, store } = sim
    const ports = { ...storePorts(store), notify: (...input: Parameters<typeof sim.notify>) => sim.notify(...input) }
    const sent = { ...request, query: String(request.query), rawBody: bytesOf(request.rawBody) }
    return ask<SimulatorResponse>(method, [sent], { pageBase, locale }, ports)
  }
  return { config: (at) => ask<ConfigValues>('config', [at], {}, {}), api: serve('api'), page: serve('page') }
}

function portsOf({ http, log, store }: PluginContext): PortTable {
  return {
    ...storePorts(store),
    ...logPorts(log),
    'http.request': async (request: HttpRequest) => {
      const answer = await http.request(request)
      return { ...answer, body: bytesOf(answer.body) }
    },
  }
}

const logPorts = (log: PluginLog): PortTable => ({
  'log.info': (...input: Parameters<PluginLog['info']>) => log.info(...input),
  'log.warn': (...input: Parameters<PluginLog['warn']>) => log.warn(...input),
  'log.error': (...input: Parameters<PluginLog['error']>) => log.error(...input),
})

const storePorts = (store: PluginStore): PortTable => ({
  'store.get': (...input: Parameters<PluginStore['get']>) => store.get(...input),
  'store.set': (...input: Parameters<PluginStore['set']>) => store.set(...input),
  'store.add': (...input: Parameters<PluginStore['add']>) => store.add(...input),
  'store.list': (...input: Parameters<PluginStore['list']>) => store.list(...input),
})

/** A copy of exactly these bytes: a Buffer may share its memory with unrelated data. */
const bytesOf = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes)

/** The same input with copies of its bytes, however deep they are. */
function withOwnBytes(input: unknown): unknown {
  if (input instanceof Uint8Array) return bytesOf(input)
  if (Array.isArray(input)) return input.map(withOwnBytes)
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, withOwnBytes(value)]))
}
