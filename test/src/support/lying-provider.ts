import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { ConnectProvider } from '@paylink/core/connections/connect-provider'
import type { Engine } from '@paylink/core/database/engine'
import { Generation } from '@paylink/core/database/generation'
import { TestAppliance } from './appliance.js'

/** Answers one call in a way of its own; false: the call is answered as usual. */
export type Lie = (call: string, response: ServerResponse) => boolean

const WEBHOOK_SECRET = 'whsec_of_the_lying_provider'
export const SECRET_KEY = 'sk_test_of_the_lying_provider'

/** Speaks Stripe's protocol on a loopback port, with scripted answers. */
export class LyingProvider {
  /** Sessions by id, as it will show them. */
  readonly sessions = new Map<string, any>()
  lie: Lie = () => false
  private count = 0

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<LyingProvider> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const provider = new LyingProvider(server, `http://127.0.0.1:${port}`)
    server.on(
      'request',
      (request: IncomingMessage, response: ServerResponse) => void provider.answer(request, response),
    )
    return provider
  }

  /** With a server that is connected to it, without workers. */
  static async withAppliance(engine: Engine): Promise<{ provider: LyingProvider; paylink: TestAppliance }> {
    const provider = await LyingProvider.start()
    const paylink = await TestAppliance.start(engine, { outboundAllowPrivate: true }, { http: true, jobs: false })
    await provider.connect(paylink)
    return { provider, paylink }
  }

  /** As the first merchant's provider_a, in test mode. Returns the connection's id. */
  async connect({ account, appliance }: TestAppliance, secretKey = SECRET_KEY): Promise<string> {
    await appliance.composition.container.get(Generation).refresh()
    const settings = { secretKey, webhookSecret: WEBHOOK_SECRET, apiBase: this.url }
    const input = { provider: 'provider_a', sandbox: false, settings }
    const scope = { accountId: account.id, livemode: false }
    return (await appliance.composition.container.get(ConnectProvider).run(actFor(OPERATOR, scope), input)).connection
      .id
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  /** The session is paid, according to this provider; with these differences from the truth. */
  paid(id: string, differences: object = {}): object {
    const session = this.sessions.get(id)
    const intent = {
      id: 'pi_1',
      object: 'payment_intent',
      status: 'succeeded',
      currency: session.currency,
      next_action: null,
      latest_charge: null,
      last_payment_error: null,
    }
    return { ...session, status: 'complete', payment_status: 'paid', payment_intent: intent, ...differences }
  }

  /** As Stripe sends it at that time. */
  notification(eventId: string, session: string, unixSeconds: number): { body: string; signature: string } {
    const object = this.sessions.get(session) as object
    const event = {
      id: eventId,
      object: 'event',
      livemode: false,
      type: 'checkout.session.completed',
      data: { object },
    }
    const body = JSON.stringify(event)
    const mac = createHmac('sha256', WEBHOOK_SECRET).update(`${unixSeconds}.${body}`).digest('hex')
    return { body, signature: `t=${unixSeconds},v1=${mac}` }
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Uint8Array[] = []
    for await (const chunk of request as AsyncIterable<Uint8Array>) chunks.push(chunk)
    const { pathname } = new URL(request.url ?? '/', this.url)
    const call = `${request.method} ${pathname}`
    if (this.lie(call, response)) return
    const body = this.truth(call, new URLSearchParams(Buffer.concat(chunks).toString()))
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? { error: { type: 'invalid_request_error', code: 'resource_missing' } }))
  }

  private truth(call: string, form: URLSearchParams): object | undefined {
    if (call === 'GET /v1/account') return { id: 'acct_lying', object: 'account', charges_enabled: true }
    if (call === 'POST /v1/checkout/sessions') return this.create(form)
    if (call === 'GET /v1/checkout/sessions') {
      return { object: 'list', has_more: false, data: [...this.sessions.values()] }
    }
    const [, id = ''] = /^GET \/v1\/checkout\/sessions\/(\w+)$/.exec(call) ?? []
    return this.sessions.get(id) as object | undefined
  }

  private create(form: URLSearchParams): object {
    const reference = form.get('client_reference_id')
    const known = [...this.sessions.values()].find((session) => session.client_reference_id === reference)
    if (known) return known as object
    const id = `cs_test_lying${++this.count}`
    const session = {
      id,
      object: 'checkout.session',
      livemode: false,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]'),
      client_reference_id: reference,
      metadata: {},
      payment_intent: null,
      expires_at: Number(form.get('expires_at')),
      url: `https://checkout.stripe.com/c/${id}`,
    }
    this.sessions.set(id, session)
    return session
  }
}
