import { createHash } from 'node:crypto'
import {
  type CheckoutHandle,
  classifyFault,
  type ConfigValues,
  type CreateCheckoutInput,
  type ListedCheckout,
  type PaymentProvider,
  type PaymentProviderPlugin,
  type PluginContext,
  type ProviderFault,
  type ProviderSimulator,
  type ProviderState,
  type RawWebhook,
  type SimulatorContext,
} from '@paylink/plugin-api'
import { startOfSecond } from '../clock.js'
import { Finding, insist } from '../finding.js'
import { CallDeadline } from './call-deadline.js'
import { checkoutInput, CUSTOMER, type Offer, offersOf } from './checkout-input.js'
import { FaultPlan } from './fault-plan.js'
import { LoopbackHttp } from './loopback-http.js'
import { MemoryStore } from './memory-store.js'
import { type PageOutcome, Payer } from './payer.js'
import { SimulatorServer } from './simulator-server.js'
import type { Witness } from './witness.js'

/** Generous: a machine that is busy is no fault of the plugin. */
const DEADLINE_MS = 20_000
/** As core accepts it. */
const MAX_LISTED = 200

export interface CallOptions {
  deadlineMs?: number
  /** Start the deadline when a request hangs, so that a slow machine makes no difference. */
  fromHang?: boolean
  /** The mode that core asks for; the simulator is always in test mode. */
  livemode?: boolean
  config?: ConfigValues
}

/** A payment with a checkout. */
export type Opened = { input: CreateCheckoutInput } & CheckoutHandle

type Act<T> = (provider: PaymentProvider, ctx: PluginContext) => Promise<T>

/** One simulated provider, one connection to it, and a clock that only the case advances. */
export class Bench {
  readonly faults = new FaultPlan()
  readonly notifications: { url: string; headers: Record<string, string>; body: string }[] = []
  /** The simulator's store. */
  readonly store = new MemoryStore()
  pluginStore = new MemoryStore()
  readonly payer: Payer
  config: ConfigValues = {}
  now = startOfSecond()
  private payments = 0
  private ids = 0

  private constructor(
    readonly plugin: PaymentProviderPlugin,
    readonly provider: PaymentProvider,
    readonly server: SimulatorServer,
    readonly witness: Witness,
    simulator: ProviderSimulator,
  ) {
    this.payer = new Payer(simulator, () => this.simulatorContext())
  }

  static async open(plugin: PaymentProviderPlugin, witness: Witness): Promise<Bench> {
    const { simulator } = plugin
    insist(simulator, 'The plugin has no simulator.')
    // The server needs a context for each request, which exists only once the bench does.
    const made: { bench?: Bench } = {}
    const server = await SimulatorServer.open(simulator, () => made.bench!.simulatorContext())
    const bench = new Bench(plugin, plugin.create(), server, witness, simulator)
    made.bench = bench
    bench.config = bench.newConfig('1')
    witness.addSecret('the customer’s e-mail address', CUSTOMER.email)
    witness.addSecret('the customer’s name', CUSTOMER.name)
    return bench
  }

  async close(): Promise<void> {
    this.noteStrays()
    await this.server.close()
  }

  /** Reports requests that bypassed `ctx.http` or went elsewhere. */
  noteStrays(): void {
    for (const stray of this.server.strays) this.witness.strays.add(`${stray}, not through ctx.http`)
    for (const stranger of this.faults.strangers) this.witness.strays.add(`${stranger}, which is not under apiBase`)
  }

  /** The settings of another connection, with different secrets. */
  newConfig(connection: string): ConfigValues {
    const seed = createHash('sha256').update(`conformance ${connection}`).digest('hex').slice(0, 40)
    this.witness.addSecret('the seed of the simulator’s settings', seed)
    const config = this.plugin.simulator!.config({ apiBase: this.server.origin, seed })
    this.keepSecrets(config)
    return config
  }

  keepSecrets(config: ConfigValues): void {
    for (const { key, type } of this.plugin.config) {
      if (type === 'secret' || type === 'pem') this.witness.addSecret(`the setting ${key}`, config[key])
    }
  }

  advance(seconds: number): void {
    this.now += seconds * 1000
  }

  offers(): Offer[] {
    return offersOf((currency) => this.provider.limits(currency))
  }

  /** A new payment's input. */
  input(changes: Partial<CreateCheckoutInput> = {}, offer: Offer | undefined = this.offers()[0]): CreateCheckoutInput {
    insist(offer, 'limits() offers neither MXN nor USD nor any other currency that the kit tries.')
    const paymentId = `pay_01jconformance${String(++this.payments).padStart(11, '0')}`
    return checkoutInput(paymentId, offer, this.now, this.plugin.manifest.capabilities.checkoutLifetime, changes)
  }

  create(input: CreateCheckoutInput = this.input(), options?: CallOptions): Promise<CheckoutHandle> {
    return this.call('createCheckout', (provider, ctx) => provider.createCheckout(input, ctx), options)
  }

  async opened(changes: Partial<CreateCheckoutInput> = {}): Promise<Opened> {
    const input = this.input(changes)
    return { input, ...(await this.create(input)) }
  }

  /** A checkout whose payer, or merchant, chose these outcomes. */
  async checkoutAfter(...outcomes: PageOutcome[]): Promise<Opened> {
    const opened = await this.opened()
    for (const outcome of outcomes) await this.payer.press(opened.redirectUrl, outcome)
    return opened
  }

  stateOf({ providerRef, input }: Opened, options?: CallOptions): Promise<ProviderState> {
    return this.retrieve(providerRef, input.paymentId, options)
  }

  retrieve(providerRef: string, paymentId: string, options?: CallOptions): Promise<ProviderState> {
    return this.call('retrieve', (provider, ctx) => provider.retrieve({ providerRef, paymentId }, ctx), options)
  }

  /** Searches for the checkout of a payment as core does after an unknown outcome. */
  find(paymentId: string, options?: CallOptions) {
    const createdAfter = new Date(this.now - 60_000).toISOString()
    return this.call(
      'findByReference',
      (provider, ctx) => provider.findByReference!({ paymentId, createdAfter }, ctx),
      options,
    )
  }

  /** Lists every checkout of a period, as core does after a restore. */
  async list(from: number, options?: CallOptions): Promise<ListedCheckout[]> {
    const period = { from: new Date(from).toISOString(), until: new Date(this.now).toISOString() }
    const all: ListedCheckout[] = []
    const seen = new Set<string>()
    for (let page: string | undefined; ;) {
      const asked = { ...period, ...(page !== undefined && { page }) }
      const { checkouts, next } = await this.call(
        'listCheckouts',
        (provider, ctx) => provider.listCheckouts!(asked, ctx),
        options,
      )
      insist(checkouts.length <= MAX_LISTED, `listCheckouts returns ${checkouts.length} checkouts: at most 200 a page.`)
      all.push(...checkouts)
      if (next === undefined) return all
      insist(!seen.has(next), `listCheckouts returns the same page again: next is '${next}' twice.`)
      seen.add(next)
      page = next
    }
  }

  expire({ providerRef, input }: Pick<Opened, 'providerRef' | 'input'>, options?: CallOptions) {
    return this.call(
      'expireCheckout',
      (provider, ctx) => provider.expireCheckout!({ providerRef, paymentId: input.paymentId }, ctx),
      options,
    )
  }

  /** One call as core makes it, with a deadline; its answer or error is searched for secrets. */
  async call<T>(name: string, act: Act<T>, options: CallOptions = {}): Promise<T> {
    const { deadlineMs = DEADLINE_MS, fromHang = false } = options
    const deadline = new CallDeadline(name, fromHang ? DEADLINE_MS : deadlineMs)
    if (fromHang) void this.server.nextHang().then(() => deadline.startFor(deadlineMs))
    try {
      const ctx = this.context(deadline.abort.signal, deadlineMs, options)
      const answer = await Promise.race([act(this.provider, ctx), deadline.missed])
      this.witness.search(`the answer of ${name}`, name === 'registerWebhook' ? undefined : answer)
      return answer
    } catch (error) {
      this.witness.search(`the error of ${name}`, error)
      throw error
    } finally {
      deadline.end()
    }
  }

  /** The fault of a call that must fail, as core classifies it. */
  async faultOf(effect: 'read' | 'write', what: string, act: () => Promise<unknown>): Promise<ProviderFault> {
    let answer: unknown
    try {
      answer = await act()
    } catch (error) {
      if (error instanceof Finding) throw error
      return classifyFault(error, effect)
    }
    const status = typeof answer === 'object' && answer !== null && 'status' in answer ? answer.status : undefined
    const returned = answer === null ? 'null' : typeof status === 'string' ? `the status '${status}'` : 'an answer'
    throw new Finding(`${what}: it must throw, but returned ${returned}.`)
  }

  /** Registers the kit's address, so that the simulator sends notifications. */
  async listen(config: ConfigValues = this.config): Promise<{ id: string; config: ConfigValues } | null> {
    const url = `https://merchant.example/hooks/${this.plugin.manifest.id}/conn_conformance`
    if (!this.provider.registerWebhook) return null
    const registered = await this.call('registerWebhook', (provider, ctx) => provider.registerWebhook!(url, ctx), {
      config,
    })
    const whole = { ...config, ...registered.config }
    this.keepSecrets(whole)
    return { id: registered.id, config: whole }
  }

  verify(webhook: RawWebhook, options?: CallOptions) {
    return this.call('verifyWebhook', (provider, ctx) => provider.verifyWebhook(webhook, ctx), options)
  }

  private context(signal: AbortSignal, deadlineMs: number, options: CallOptions): PluginContext {
    const { livemode = false, config = this.config } = options
    const write = (message: string, data?: object): void => this.witness.search('a log line', [message, data])
    return {
      mode: livemode ? 'live' : 'test',
      livemode,
      connectionId: 'conn_conformance',
      config,
      http: new LoopbackHttp(this.apiOriginOf(config), signal, this.faults),
      log: { info: write, warn: write, error: write },
      now: () => new Date(this.now),
      deadline: this.now + deadlineMs,
      signal,
      store: this.pluginStore,
    }
  }

  /** The origin in the settings, if it is on this machine. */
  private apiOriginOf({ apiBase }: ConfigValues): string {
    const isHere = typeof apiBase === 'string' && apiBase.startsWith('http://127.0.0.1:')
    return isHere ? new URL(apiBase).origin : this.server.origin
  }

  private simulatorContext(): SimulatorContext {
    return {
      store: this.store,
      pageBase: `https://paylink.example/sandbox/${this.plugin.manifest.id}`,
      locale: 'es-MX',
      now: () => new Date(this.now),
      randomId: (length) => this.nextId(length),
      notify: async (notification) => void this.notifications.push(notification),
    }
  }

  private nextId(length: number): string {
    const digest = createHash('sha512').update(`id ${++this.ids}`).digest('hex')
    return digest.repeat(Math.ceil(length / digest.length)).slice(0, length)
  }
}
