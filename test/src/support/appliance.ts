import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import type { Settings } from '@paylink/config'
import type { ConfigValues } from '@paylink/plugin-api'
import { settingsOf } from '@paylink/core/accounts/account-settings'
import { Accounts } from '@paylink/core/accounts/accounts.repository'
import type { Account } from '@paylink/core/accounts/account'
import { CreateKey } from '@paylink/core/accounts/create-key'
import type { NewKey } from '@paylink/core/accounts/new-key'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { Appliance } from '@paylink/core/composition/appliance'
import type { Composition } from '@paylink/core/composition/compose'
import { connectFirstSandboxes } from '@paylink/core/composition/connect-sandboxes'
import { makeFirstKey } from '@paylink/core/composition/offer-set-up'
import { Connections } from '@paylink/core/connections/connections.repository'
import { OpenConnection } from '@paylink/core/connections/open-connection'
import type { DatabaseLimits } from '@paylink/core/database/connect'
import type { Engine, Reader, Writer } from '@paylink/core/database/engine'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import type { ClientConnectionLimits } from '@paylink/core/http/connection-limits'
import { SystemRandom } from '@paylink/core/kernel/random'
import { HandleNotifications } from '@paylink/core/reconciliation/handle-notifications'
import { VerifyDuePayments } from '@paylink/core/reconciliation/verify-due-payments'
import type { InjectedFault } from '@paylink/core/sandbox/injected-faults'
import { Sandbox } from '@paylink/core/sandbox/sandbox'
import { migratedDatabase, type TestDatabase } from './databases.js'
import { SilentLog, TestClock, TestTimer } from './ports.js'
import { freePort } from './free-port.js'
import { settingsFor } from './settings.js'
import { type CallOptions, type Reply, TestClient } from './test-client.js'
import { setTripwire } from './tripwire.js'
import './watch-answers.js'

export type { CallOptions, Reply }

export interface StartOptions {
  /** Other limits on connections of clients than the usual ones. */
  connectionLimits?: Partial<ClientConnectionLimits>
  databaseLimits?: DatabaseLimits
  /** One that is held from the start. */
  timer?: TestTimer
  /** Gives the address by which the server reaches its database. */
  through?: (url: string) => Promise<string>
  /** That address is of a pooler. */
  isPooled?: boolean
  /** Binds other ports, as an operator may. */
  beforeServing?: (composition: Composition) => Promise<void>
}

/** The buttons of the sandbox's pages. */
export type Outcome = 'succeed' | 'decline' | 'cancel' | 'cash_later' | 'transfer_later' | 'expire' | 'refund'

/** A server of the suite, looked at from outside. */
export class TestAppliance extends TestClient {
  private count = 0

  private constructor(
    readonly engine: Engine,
    public appliance: Appliance,
    readonly settings: Settings,
    readonly clock: TestClock,
    readonly timer: TestTimer,
    readonly log: SilentLog,
    readonly key: string,
    readonly account: Account,
    private readonly database: TestDatabase,
  ) {
    super()
  }

  static async start(
    engine: Engine,
    changes: Partial<Settings> = {},
    roles = { http: true, jobs: true },
    {
      connectionLimits,
      databaseLimits,
      timer = new TestTimer(),
      through = (url) => Promise.resolve(url),
      isPooled = false,
      beforeServing,
    }: StartOptions = {},
  ): Promise<TestAppliance> {
    const database = await migratedDatabase(engine)
    const settings = settingsFor(await through(database.url), {
      port: await freePort(),
      dataDir: database.folder,
      ...(isPooled ? { databaseDirectUrl: database.url } : {}),
      ...changes,
    })
    const clock = new TestClock()
    const log = new SilentLog()
    const ports = { clock, log, random: new SystemRandom(), timer, connectionLimits, databaseLimits }
    const appliance = await Appliance.start(settings, roles, ports, beforeServing)
    setTripwire(appliance.composition)
    const key = await makeFirstKey(appliance.composition)
    await connectFirstSandboxes(appliance.composition)
    const [account] = await appliance.composition.container.get(Accounts).list()
    if (key === null || !account) throw new Error('the first run made no key')
    return new TestAppliance(engine, appliance, settings, clock, timer, log, key, account, database)
  }

  get url(): string {
    return this.settings.baseUrl
  }

  /** Reads the database directly: for what cannot be seen from outside. */
  get db(): Reader {
    return this.appliance.composition.database.reader
  }

  get writer(): Writer {
    return this.appliance.composition.database.writer
  }

  /** The running server's parts: for what cannot be done from outside. */
  get container(): Composition['container'] {
    return this.appliance.composition.container
  }

  async stop(): Promise<void> {
    await this.appliance.stop()
    await this.database.drop()
  }

  /** Stops the server and starts the next one on its database. */
  async restart(whileStopped: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const { settings, clock, log, timer } = this
    await this.appliance.stop()
    await whileStopped()
    const ports = { clock, log, timer, random: new SystemRandom() }
    this.appliance = await Appliance.start(settings, { http: true, jobs: true }, ports)
    setTripwire(this.appliance.composition)
  }

  /** A valid link, with changes. */
  async createLink(changes: object = {}, options: CallOptions = {}): Promise<PaymentLinkView> {
    const reply = await this.post('/v1/payment_links', linkBody(changes), {
      idempotencyKey: `test-${++this.count}`,
      ...options,
    })
    if (reply.status !== 201) throw new Error(`no link: ${reply.status} ${reply.text}`)
    return reply.body
  }

  async newKey({ livemode = false, ...input }: NewKey & { livemode?: boolean } = {}) {
    const [{ id: accountId } = this.account] = await this.container.get(Accounts).list()
    return this.container.get(CreateKey).run(actFor(OPERATOR, { accountId, livemode }), input)
  }

  async changeAccount(changes: Partial<Account>): Promise<void> {
    const { container } = this
    const accounts = container.get(Accounts)
    const [account] = await accounts.list()
    if (!account) throw new Error('no account')
    await container.get(UnitOfWork).run((tx) => accounts.update(tx, account.id, settingsOf({ ...account, ...changes })))
  }

  /** Presses a button of the payment page. */
  press(link: { url: string }, provider = 'provider_a'): Promise<Response> {
    return this.form(`${link.url}/checkout`, { provider })
  }

  /** Presses it successfully. Returns where it leads. */
  async openCheckout(link: { url: string }, provider = 'provider_a'): Promise<string> {
    const response = await this.press(link, provider)
    const location = response.headers.get('location')
    if (response.status !== 303 || location === null) {
      throw new Error(`no checkout: ${response.status} ${await response.text()}`)
    }
    return location
  }

  /** A link with an open checkout. */
  async opened(provider?: string): Promise<{ link: PaymentLinkView; payment: any; session: string; address: string }> {
    const link = await this.createLink()
    const address = await this.openCheckout(link, provider)
    const [payment] = await this.paymentsOf(link.id)
    return { link, payment, session: payment.providerRef, address }
  }

  /** A link that was paid at the provider, which lost its notification. */
  async paidQuietly(provider = 'provider_a'): Promise<{ link: PaymentLinkView; payment: any }> {
    const { link, payment, address } = await this.opened(provider)
    // All, as those of checkouts that earlier tests left open may come just then.
    await this.setFaults([{ kind: 'notification_lost', times: 1000 }], provider)
    await this.pay(address, 'succeed')
    await this.setFaults([], provider)
    return { link, payment }
  }

  /** Presses a button of the sandbox's page. */
  pay(address: string, outcome: Outcome): Promise<Response> {
    return this.form(address, { outcome })
  }

  async setFaults(
    faults: (Partial<InjectedFault> & Pick<InjectedFault, 'kind'>)[],
    provider = 'provider_a',
  ): Promise<void> {
    const full = faults.map((fault) => ({ match: '', times: 1, ms: 100, ...fault }))
    await this.container.get(Sandbox).faultsOf(provider).set(full)
  }

  /** Where the simulated provider is, and the merchant's own key there. */
  async settingsAtProvider(provider = 'provider_a'): Promise<ConfigValues> {
    const { container } = this
    const inUse = await container.get(Connections).listInUse('payment', { accountId: this.account.id, livemode: false })
    const connection = inUse.find((one) => one.provider === provider)
    const connected = connection && (await container.get(OpenConnection).run(connection))
    if (!connected) throw new Error(`${provider} is not connected`)
    return connected.config
  }

  /** As the API shows it. */
  async connectionOf(provider: string): Promise<any> {
    const { data } = (await this.get('/v1/connections')).body
    return data.find((connection: { provider: string }) => connection.provider === provider)
  }

  /** Asks the simulated Stripe itself, with the merchant's own key: what happens in the provider's dashboard. */
  async atProvider(method: string, path: string, fields: Record<string, string> = {}): Promise<any> {
    const { apiBase, secretKey } = await this.settingsAtProvider()
    const response = await fetch(`${String(apiBase)}${path}`, {
      method,
      headers: { Authorization: `Bearer ${String(secretKey)}` },
      ...(method === 'GET' ? {} : { body: new URLSearchParams(fields) }),
    })
    return response.json()
  }

  async refundAtProvider(session: string, amount: number): Promise<void> {
    const { payment_intent } = await this.atProvider('GET', `/v1/checkout/sessions/${session}`)
    const refund = await this.atProvider('POST', '/v1/refunds', { payment_intent, amount: String(amount) })
    if (refund.error) throw new Error(refund.error.message)
  }

  /** Returns when no due payment is being verified, by this sweep or the background's. */
  async sweep(): Promise<void> {
    await this.container.get(HandleNotifications).runDue()
    await this.container.get(VerifyDuePayments).runDue()
    const now = this.clock.now().toISOString()
    await eventually(
      () => this.db('payments').where('reconcile_after', '<=', now).where('verifying_until', '>', now).pluck('id'),
      (underWay) => underWay.length === 0,
    )
  }

  /** Lets this much time go by, then sweeps. */
  async sweepAfter(ms: number): Promise<void> {
    this.clock.advance(ms)
    await this.sweep()
  }

  async eventTypes(objectId: string): Promise<string[]> {
    return this.db('events').where({ object_id: objectId }).orderBy(['created_at', 'id']).pluck('type')
  }

  async linkOf(id: string): Promise<any> {
    return (await this.get(`/v1/payment_links/${id}`)).body
  }

  async linkStatus(id: string): Promise<string> {
    return (await this.linkOf(id)).status
  }

  async sync(paymentId: string): Promise<any> {
    return (await this.post(`/v1/payments/${paymentId}/sync`)).body
  }

  /** Writes to a row: for what no operation does. */
  async change(table: string, id: string, changes: object): Promise<void> {
    await this.container.get(UnitOfWork).run((tx) => tx(table).where({ id }).update(changes))
  }

  async paymentsOf(linkId: string): Promise<any[]> {
    const { data } = (await this.get('/v1/payments?limit=100')).body
    return data.filter((payment: { linkId: string }) => payment.linkId === linkId)
  }
}

export const linkBody = (changes: object = {}): object => ({
  title: 'Taza de barro',
  items: [{ name: 'Taza azul', quantity: 1, unitPriceCentavos: 15_000 }],
  ...changes,
})

/** Polls until `see` is true: for effects of a job. */
export async function eventually<T>(
  see: () => Promise<T>,
  isGood: (seen: T) => boolean | Promise<boolean>,
  ms = 90_000,
): Promise<T> {
  const until = Date.now() + ms
  for (;;) {
    const seen = await see()
    if (await isGood(seen)) return seen
    if (Date.now() > until) throw new Error(`it never came: ${JSON.stringify(seen)}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
