import { syncBuiltinESMExports } from 'node:module'
import type {
  ConfigValues,
  EmailContext,
  EmailTransport,
  HttpResponse,
  PaymentProvider,
  PluginContext,
  PluginStore,
  SimulatorContext,
} from '@paylink/plugin-api'
import { wordsOfError } from '@paylink/plugin-api/rules'
import { SystemClock } from '../../kernel/clock.js'
import { everyCurrency } from '../../kernel/currency.js'
import { BASE36, randomText, SystemRandom } from '../../kernel/random.js'
import { truncated } from '../fields.js'
import { openInProcess } from '../opened-plugin.js'
import { resolveContract } from './resolve-contract.js'
import {
  type Call,
  type Failure,
  type FromPlugin,
  fromShape,
  type PluginDescription,
  type Result,
  type ProcessData,
  toShape,
  type ToPlugin,
} from './messages.js'

/** The entry point of a plugin's process: loads the plugin and answers the host's calls. */

const MAX_ANSWER_BYTES = 2 * 1024 * 1024
const MAX_BUFFER_BYTES = 128 * 1024 * 1024

type Target = Record<string, ((...input: unknown[]) => unknown) | undefined>
interface PendingRequest {
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

const send = (message: FromPlugin): void => void process.send?.(message, undefined, undefined, () => undefined)
const clock = new SystemClock()
const random = new SystemRandom()
const running = new Map<number, AbortController>()
const pending = new Map<number, PendingRequest>()
let lastId = 0

// The host ends us when it stops. Ctrl-C in a terminal signals the whole group; the host alone reacts to it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
forbidSignals()
process.on('uncaughtException', (error: unknown) => {
  process.send?.({ type: 'failed', error: toFailure(error) } satisfies FromPlugin, undefined, undefined, () =>
    process.exit(1),
  )
})

resolveContract()
const { kind, main } = JSON.parse(process.argv.pop() ?? '') as ProcessData
const opened = await openInProcess({ main, origin: 'third-party', version: '' }, kind)
/** Of an email plugin, one for each set of settings. */
const transports = new Map<string, EmailTransport>()

// Only now: a listener keeps the process alive, and a module that waits for nothing must end.
process.on('disconnect', () => process.exit())
process.on('message', (message: ToPlugin) => {
  switch (message.type) {
    case 'call':
      return void answer(message)
    case 'abort':
      return running.get(message.id)?.abort()
    case 'port_answer':
      return settle(message.id, message.result)
    case 'ping':
      return send({ type: 'pong' })
  }
})
send({ type: 'opened', description: JSON.stringify(describe()) })

/**
 * Node's permission model does not cover signals, and SIGUSR1 would open the service's debugger, where everything can be
 * read. So the functions that send signals are disabled before the plugin is loaded.
 */
function forbidSignals(): void {
  const forbidden = (): never => {
    throw new Error('a plugin must not send signals')
  }
  for (const name of ['kill', '_kill', '_debugProcess']) {
    Object.defineProperty(process, name, { value: forbidden, configurable: false, writable: false })
  }
  syncBuiltinESMExports()
}

/** Node's module loader throws objects that have the fields of an error but are not instances of it. */
function toFailure(error: unknown): Failure {
  const { name, message, stack } = (typeof error === 'object' && error !== null ? error : {}) as Partial<Error>
  const text = message ?? (error instanceof Error ? error.message : error)
  return {
    name: stringOrEmpty(name),
    message: truncated(wordsOfError(text, '')),
    stack: truncated(stringOrEmpty(stack)),
  }
}

function stringOrEmpty(text: unknown): string {
  return typeof text === 'string' ? text : ''
}

function describe(): PluginDescription {
  const { manifest, config } = opened.plugin
  const { methods, limitsFault } = opened
  const description = { manifest, config, methods, limitsFault, hasSimulator: false, limits: [] }
  if (opened.kind === 'email') return description
  const { webhookSecretKey, simulator } = opened.plugin
  const common = { ...description, webhookSecretKey, hasSimulator: simulator !== undefined }
  if (opened.kind === 'invoicing') return common
  const { provider } = opened
  return { ...common, limits: everyCurrency().map((currency) => [currency, limitsOf(provider, currency)]) }
}

/** What a call is for. An email transport is made at its first use, and again after the process was restarted. */
function targetOf({ target, context }: Call): Target {
  if (opened.kind !== 'email')
    return (target === 'simulator' ? opened.plugin.simulator : opened.provider) as unknown as Target
  const { config } = context as { config: ConfigValues }
  const key = JSON.stringify(config)
  const transport = transports.get(key) ?? opened.provider.create(config)
  transports.set(key, transport)
  return transport as unknown as Target
}

function limitsOf(provider: PaymentProvider, currency: string): unknown {
  try {
    return provider.limits(currency)
  } catch {
    return null
  }
}

async function answer(call: Extract<ToPlugin, { type: 'call' }>): Promise<void> {
  const { id, method, input } = call
  const abort = new AbortController()
  running.set(id, abort)
  try {
    const target = targetOf(call)
    const act = target[method]
    if (!act) throw new Error(`there is no ${method}`)
    const value = await act.apply(target, [...input.map(revive), contextOf(call, abort.signal)])
    assertSmall(value)
    send({ type: 'answer', id, result: { ok: true, value } })
  } catch (error) {
    send({ type: 'answer', id, result: { ok: false, error: toShape(error) } })
  } finally {
    running.delete(id)
    assertBuffersWithinLimit()
  }
}

/** The memory limit of the process covers its heap, not its buffers. @throws Error which ends the process */
function assertBuffersWithinLimit(): void {
  if (process.memoryUsage().arrayBuffers > MAX_BUFFER_BYTES) {
    throw new Error(`it held more than ${MAX_BUFFER_BYTES / 1024 / 1024} MB in buffers`)
  }
}

/** The query of a request crosses the process boundary as text. */
function revive(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('query' in input)) return input
  return { ...input, query: new URLSearchParams(String(input.query)) }
}

/** Copying a large answer to the host would block all its other work. */
function assertSmall(value: unknown): void {
  const body = typeof value === 'object' && value !== null && 'body' in value ? value.body : value
  const size = body instanceof Uint8Array ? body.length : (JSON.stringify(value)?.length ?? 0)
  if (size > MAX_ANSWER_BYTES) throw new Error(`its answer is larger than ${MAX_ANSWER_BYTES / 1024 / 1024} MB`)
}

function settle(id: number, result: Result): void {
  const { resolve, reject } = pending.get(id) ?? {}
  pending.delete(id)
  if (result.ok) resolve?.(result.value)
  else reject?.(fromShape(result.error))
}

function ask<T>(call: number, port: string, ...input: unknown[]): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const id = ++lastId
    send({ type: 'port', id, call, port, input })
    pending.set(id, { resolve: resolve as (value: unknown) => void, reject })
  })
}

type RunningCall = Extract<ToPlugin, { type: 'call' }>

function contextOf(call: RunningCall, signal: AbortSignal): PluginContext | EmailContext | SimulatorContext {
  if (call.target === 'simulator') return simulatorContext(call)
  const { id, context, now } = call
  const write = (level: string) => (message: string, data?: object) => {
    ask(id, `log.${level}`, message, data).catch(() => undefined)
  }
  const log = { info: write('info'), warn: write('warn'), error: write('error') }
  if (kind === 'email') return { log, now: nowSince(now), signal }
  return {
    ...(context as Omit<PluginContext, 'http' | 'log' | 'now' | 'signal' | 'store'>),
    http: { request: (request) => ask<HttpResponse>(id, 'http.request', request) },
    log,
    now: nowSince(now),
    signal,
    store: storeOf(id),
  }
}

function simulatorContext({ id, context, now }: RunningCall): SimulatorContext {
  return {
    ...(context as Pick<SimulatorContext, 'pageBase' | 'locale'>),
    store: storeOf(id),
    now: nowSince(now),
    randomId: (length) => randomText(random, BASE36, length),
    notify: (notification) => ask<void>(id, 'notify', notification),
  }
}

/** The host's clock, which may differ from ours. */
function nowSince(hostNow: number): () => Date {
  const ahead = hostNow - clock.now().getTime()
  return () => new Date(clock.now().getTime() + ahead)
}

const storeOf = (call: number): PluginStore => ({
  get: (key) => ask(call, 'store.get', key),
  set: (key, value) => ask(call, 'store.set', key, value),
  add: (key, value) => ask(call, 'store.add', key, value),
  list: (prefix, options) => ask(call, 'store.list', prefix, options),
})
