import type {
  ConfigValues,
  HttpRequest,
  PaymentProvider,
  PaymentProviderPlugin,
  PluginContext,
  PluginStore,
  SimulatorContext,
  SimulatorRequest,
  SimulatorResponse,
} from '@paylink/plugin-api'
import type { ProviderMethod } from '@paylink/plugin-api/rules'
import { type Clock, SECOND_MS } from '../../kernel/clock.js'
import { toLimits } from '../check-answers.js'
import type { FoundPlugin } from '../discover.js'
import type { InstalledPlugin, InstalledSimulator } from '../installed-plugin.js'
import type { OpenedPlugin } from '../opened-plugin.js'
import type { PluginDescription } from './messages.js'
import type { PortTable } from './plugin-process.js'
import { PluginWorker, type WorkerHost } from './plugin-worker.js'

const SIMULATOR_DEADLINE_MS = 10 * SECOND_MS

/** Loads a plugin into a process of its own; the result is its proxy in this one. @throws Error it does not load */
export async function openIsolated(found: FoundPlugin, host: WorkerHost): Promise<OpenedPlugin> {
  const worker = new PluginWorker(found, host)
  const description = await worker.open()
  // Unchecked until `faultOfPlugin` has examined it.
  const { manifest, config, webhookSecretKey } = description as PluginDescription & PaymentProviderPlugin
  const plugin: InstalledPlugin = {
    ...{ origin: found.origin, version: found.version, manifest, config, webhookSecretKey },
    ...(description.hasSimulator && { simulator: simulatorIn(worker, host) }),
  }
  return {
    plugin,
    methods: description.methods,
    limitsFault: description.limitsFault,
    provider: providerIn(worker, description, host.clock),
    rest: (reason) => worker.stop(reason),
    close: () => worker.close(),
  }
}

function providerIn(worker: PluginWorker, { methods, limits }: PluginDescription, clock: Clock): PaymentProvider {
  const known = new Map(limits)
  const ask = <T>(method: string, input: unknown[], ctx: PluginContext): Promise<T> => {
    const { mode, livemode, connectionId, config, deadline } = ctx
    const context = { mode, livemode, connectionId, config, deadline }
    const call = { target: 'provider', method, input, context, now: clock.now().getTime() } as const
    return worker.call(call, portsOf(ctx), ctx.signal) as Promise<T>
  }
  const has = (method: ProviderMethod): boolean => methods.includes(method)
  return {
    limits: (currency) => toLimits(known.get(currency) ?? null),
    checkConnection: (ctx) => ask('checkConnection', [], ctx),
    createCheckout: (input, ctx) => ask('createCheckout', [input], ctx),
    retrieve: (ref, ctx) => ask('retrieve', [ref], ctx),
    verifyWebhook: (webhook, ctx) => ask('verifyWebhook', [{ ...webhook, rawBody: bytesOf(webhook.rawBody) }], ctx),
    ...(has('findByReference') && { findByReference: (ref, ctx) => ask('findByReference', [ref], ctx) }),
    ...(has('expireCheckout') && { expireCheckout: (ref, ctx) => ask('expireCheckout', [ref], ctx) }),
    ...(has('registerWebhook') && { registerWebhook: (url, ctx) => ask('registerWebhook', [url], ctx) }),
    ...(has('unregisterWebhook') && { unregisterWebhook: (id, ctx) => ask('unregisterWebhook', [id], ctx) }),
  }
}

function simulatorIn(worker: PluginWorker, { clock, timer }: WorkerHost): InstalledSimulator {
  const ask = async <T>(method: string, input: unknown[], context: object, ports: PortTable): Promise<T> => {
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
    'http.request': async (request: HttpRequest) => {
      const answer = await http.request(request)
      return { ...answer, body: bytesOf(answer.body) }
    },
    'log.info': (...input: Parameters<typeof log.info>) => log.info(...input),
    'log.warn': (...input: Parameters<typeof log.warn>) => log.warn(...input),
    'log.error': (...input: Parameters<typeof log.error>) => log.error(...input),
  }
}

const storePorts = (store: PluginStore): PortTable => ({
  'store.get': (...input: Parameters<PluginStore['get']>) => store.get(...input),
  'store.set': (...input: Parameters<PluginStore['set']>) => store.set(...input),
  'store.add': (...input: Parameters<PluginStore['add']>) => store.add(...input),
  'store.list': (...input: Parameters<PluginStore['list']>) => store.list(...input),
})

/** A copy of exactly these bytes: a Buffer may share its memory with unrelated data. */
const bytesOf = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes)
