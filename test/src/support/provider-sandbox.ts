import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  ProviderUnavailableError,
  ProviderUnknownOutcomeError,
  type CreateCheckoutInput,
  type HttpRequest,
  type PluginContext,
  type PluginHttp,
  type PaymentProvider,
  type PluginStore,
  type ProviderErrorInfo,
  type ProviderFault,
  type ProviderSimulator,
  type SimulatorContext,
  type SimulatorResponse,
} from '@paylink/plugin-api'

export const START = Date.parse('2026-03-01T12:00:00.000Z')

/** Where the next request to the provider breaks. */
export type Cut = 'before processing' | 'after processing' | 'mid-answer'

/** What the tests look at in an error of the adapter. */
export interface Thrown extends Error {
  fault?: ProviderFault
  reason?: string
  info: ProviderErrorInfo
}

export interface Notification {
  url: string
  headers: Record<string, string>
  body: string
}

export function memoryStore(): PluginStore {
  const entries = new Map<string, string>()
  return {
    get: (key) => Promise.resolve(entries.get(key) ?? null),
    set: (key, value) => Promise.resolve(void entries.set(key, value)),
    add: (key, value) => Promise.resolve(entries.has(key) ? false : Boolean(entries.set(key, value))),
    list: (prefix, { before, limit = 1000 } = {}) => {
      const keys = [...entries.keys()].filter((key) => key.startsWith(prefix) && (before === undefined || key < before))
      const newestFirst = keys.sort().reverse().slice(0, limit)
      return Promise.resolve(newestFirst.map((key) => ({ key, value: entries.get(key)! })))
    },
  }
}

/** What of a plugin of any kind is played here. */
interface PlayedPlugin<Provider> {
  manifest: { id: string }
  create(): Provider
  simulator?: ProviderSimulator
}

/** A plugin's simulator on a real loopback port, and its adapter that talks to it. */
export class ProviderSandbox<Provider = PaymentProvider> {
  readonly provider: Provider
  readonly notifications: Notification[] = []
  /** Every request that reached the simulator's port. */
  readonly requests: { method: string; path: string; body: string; headers: Record<string, string> }[] = []
  locale: 'es-MX' | 'en' = 'es-MX'
  now = START
  cut: Cut | undefined
  apiBase = ''
  readonly store = memoryStore()
  private server: Server | undefined
  private ids = 0

  constructor(
    private readonly plugin: PlayedPlugin<Provider>,
    private readonly credentials: Record<string, string>,
  ) {
    this.provider = plugin.create()
  }

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      this.serve(request, response).catch(() => request.socket.destroy())
    })
    await new Promise<void>((resolve) => this.server!.listen(0, '127.0.0.1', resolve))
    this.apiBase = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections()
    await new Promise((resolve) => this.server?.close(resolve))
  }

  pass(seconds: number): void {
    this.now += seconds * 1000
  }

  context(config: Record<string, string> = {}, http: PluginHttp = loopbackHttp): PluginContext {
    return contextOf({ ...this.credentials, apiBase: this.apiBase, ...config }, http, () => this.now)
  }

  /** What a payer's browser does. */
  async page(
    method: 'GET' | 'POST',
    address: string,
    outcome?: string,
    fields: Record<string, string> = {},
  ): Promise<SimulatorResponse & { text: string }> {
    const path = new URL(address).pathname.replace(`/sandbox/${this.plugin.manifest.id}`, '')
    const form = outcome === undefined ? '' : new URLSearchParams({ outcome, ...fields }).toString()
    const rawBody = new TextEncoder().encode(form)
    const request = { method, path, query: new URLSearchParams(), headers: {}, rawBody }
    const answer = await this.plugin.simulator!.page(request, this.simulatorContext())
    return { ...answer, text: typeof answer.body === 'string' ? answer.body : '' }
  }

  private simulatorContext(): SimulatorContext {
    return {
      store: this.store,
      pageBase: `http://localhost:3000/sandbox/${this.plugin.manifest.id}`,
      locale: this.locale,
      now: () => new Date(this.now),
      randomId: (length) => String(++this.ids).padStart(length, '0'),
      notify: (notification) => Promise.resolve(void this.notifications.push(notification)),
    }
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url!, 'http://loopback')
    const method = request.method!
    const headers = request.headers as Record<string, string>
    const rawBody = Buffer.concat(chunks)
    this.requests.push({ method, path: url.pathname, body: rawBody.toString(), headers })
    const { cut } = this
    this.cut = undefined
    if (cut === 'before processing') return void request.socket.destroy()
    const answer = await this.plugin.simulator!.api(
      { method, path: url.pathname, query: url.searchParams, headers, rawBody },
      this.simulatorContext(),
    )
    if (cut === 'after processing') return void request.socket.destroy()
    const body = Buffer.from(answer.body ?? '')
    response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length })
    if (cut !== 'mid-answer') return void response.end(body)
    response.write(body.subarray(0, 20), () => setImmediate(() => request.socket.destroy()))
  }
}

export function contextOf(
  config: Record<string, string>,
  http: PluginHttp,
  now: () => number = () => START,
): PluginContext {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  return {
    mode: 'test',
    livemode: false,
    connectionId: 'conn_1',
    config,
    http,
    log,
    now: () => new Date(now()),
    deadline: now() + 10_000,
    signal: new AbortController().signal,
    store: memoryStore(),
  }
}

/** As the contract describes `ctx.http`. */
export const loopbackHttp: PluginHttp = {
  async request({ method, url, headers, body, effect }) {
    try {
      const answer = await fetch(url, { method, headers, body: body as BodyInit, redirect: 'manual' })
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const names: Record<string, string> = {}
      answer.headers.forEach((value, name) => (names[name] = value))
      return { status: answer.status, headers: names, body: bytes }
    } catch (cause) {
      const code = ((cause as Error).cause as { code?: string } | undefined)?.code
      if (code === 'ECONNREFUSED' || effect === 'read') throw new ProviderUnavailableError('not reached', { cause })
      throw new ProviderUnknownOutcomeError('answer lost', { cause })
    }
  },
}

export function scriptedHttp(
  answer: (request: HttpRequest) => { status: number; body: unknown; headers?: Record<string, string> },
) {
  const requests: HttpRequest[] = []
  const http: PluginHttp = {
    request(request) {
      requests.push(request)
      const { status, body, headers = {} } = answer(request)
      const bytes = new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
      return Promise.resolve({ status, headers, body: bytes })
    },
  }
  return { http, requests }
}

export function checkoutInput(changes: Partial<CreateCheckoutInput> = {}): CreateCheckoutInput {
  return {
    paymentId: 'pay_1',
    linkId: 'link_1',
    idempotencyKey: 'pl:test:pay_1:create',
    total: { amount: 435_000, currency: 'MXN' },
    items: [
      { name: 'Centro de mesa', quantity: 10, unitAmount: 35_000, taxAmount: 56_000 },
      { name: 'Montaje', quantity: 1, unitAmount: 25_000, taxAmount: 4_000 },
    ],
    title: 'Anticipo arreglo floral, boda 14 dic',
    customer: { email: 'ana@example.com' },
    expiresAt: new Date(START + 3600_000).toISOString(),
    returnUrl: 'https://pay.example.com/p/abc/return',
    cancelUrl: 'https://pay.example.com/p/abc',
    locale: 'es-MX',
    ...changes,
  }
}

/** What a promise was refused with. */
export async function rejection(promise: Promise<unknown>): Promise<Thrown> {
  try {
    await promise
  } catch (error) {
    return error as Thrown
  }
  throw new Error('nothing was thrown')
}
