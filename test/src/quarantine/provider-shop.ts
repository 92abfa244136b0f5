import { ConnectProvider } from '@paylink/core/connections/connect-provider'
import { DisconnectProvider } from '@paylink/core/connections/disconnect-provider'
import type { Engine } from '@paylink/core/database/engine'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { Sandbox as ProviderA, SECRET_KEY } from '../provider-a/harness.js'
import { CREDENTIALS, Sandbox as ProviderB } from '../provider-b/harness.js'
import { TestAppliance } from '../support/appliance.js'
import { type Answer, runBesideOthers } from '../support/command.js'
import { emptyDatabase, type TestDatabase } from '../support/databases.js'
import { Merchant } from '../support/merchants.js'

type Name = 'provider_a' | 'provider_b'

const SETTINGS: Record<Name, Record<string, string>> = {
  provider_a: { secretKey: SECRET_KEY },
  provider_b: CREDENTIALS,
}

/** A shop connected with two providers that outlive its database. */
export class ProviderShop {
  readonly connections = new Map<Name, string>()
  private restored: TestDatabase[] = []

  private constructor(
    readonly paylink: TestAppliance,
    readonly providers: { provider_a: ProviderA; provider_b: ProviderB },
  ) {}

  static async open(engine: Engine): Promise<ProviderShop> {
    const providers = { provider_a: new ProviderA(), provider_b: new ProviderB() }
    for (const provider of Object.values(providers)) {
      provider.now = Date.now()
      await provider.start()
    }
    const paylink = await TestAppliance.start(engine, { outboundAllowPrivate: true }, { http: true, jobs: false })
    const shop = new ProviderShop(paylink, providers)
    await shop.connect('provider_a')
    await shop.connect('provider_b')
    return shop
  }

  async close(): Promise<void> {
    await this.paylink.stop()
    await Promise.all(Object.values(this.providers).map((provider) => provider.stop()))
    await Promise.all(this.restored.map((database) => database.drop()))
  }

  /** The payer chooses this provider. Returns where the payer pays, and our payment. */
  async open(link: { id: string; url: string }, provider: Name): Promise<{ address: string; payment: any }> {
    const address = await this.paylink.openCheckout(link, provider)
    const payments = await this.paylink.paymentsOf(link.id)
    return { address, payment: payments.find((payment) => payment.provider === provider) }
  }

  /** The payer gives up the open checkout for one with this provider. Returns where the payer pays. */
  async startOver(link: { url: string }, provider: Name): Promise<string> {
    const response = await this.paylink.form(`${link.url}/checkout`, { provider, startOver: '1' })
    return response.headers.get('location') ?? `not opened: ${response.status}`
  }

  /** The providers have the time of our clock. */
  pass(ms: number): void {
    this.paylink.clock.advance(ms)
    for (const provider of Object.values(this.providers)) provider.now = this.paylink.clock.now().getTime()
  }

  async pay(address: string, provider: Name): Promise<void> {
    await this.providers[provider].page('POST', address, 'succeed')
  }

  /** Restores a backup into a database of its own. */
  async restore(file: string): Promise<TestDatabase> {
    const database = await emptyDatabase(this.paylink.engine)
    this.restored.push(database)
    const { code, stderr } = await this.command(database.url, 'restore', file, '--into', database.url)
    if (code !== 0) throw new Error(stderr)
    return database
  }

  command(databaseUrl: string, ...args: string[]): Promise<Answer> {
    const { dataDir, secretKey } = this.paylink.settings
    return runBesideOthers(args, {
      PAYLINK_DATABASE_URL: databaseUrl,
      PAYLINK_DATA_DIR: dataDir,
      PAYLINK_SECRET_KEY: Buffer.from(secretKey).toString('base64'),
      PAYLINK_OUTBOUND_ALLOW_PRIVATE: '1',
      PAYLINK_LOG_LEVEL: 'silent',
    })
  }

  /** Another merchant of the installation, with the same account at the provider. */
  async join({ isConnected = true } = {}): Promise<Merchant> {
    const merchant = await Merchant.join(this.paylink)
    if (isConnected) await this.connectMerchant(merchant)
    return merchant
  }

  async connectMerchant({ account }: Merchant): Promise<void> {
    await this.connectFor(account.id, 'provider_a', SETTINGS.provider_a)
  }

  /** Anew, or again. */
  async connect(provider: Name): Promise<string> {
    const id = await this.connectFor(this.paylink.account.id, provider, SETTINGS[provider])
    this.connections.set(provider, id)
    return id
  }

  async disconnect(provider: Name): Promise<void> {
    const principal = actFor(OPERATOR, { accountId: this.paylink.account.id, livemode: false })
    await this.paylink.container.get(DisconnectProvider).run(principal, this.connections.get(provider) ?? '')
  }

  private async connectFor(accountId: string, provider: Name, settings: Record<string, string>): Promise<string> {
    const scope = { accountId, livemode: false }
    const input = { provider, sandbox: false, settings: { ...settings, apiBase: this.providers[provider].apiBase } }
    return (await this.paylink.container.get(ConnectProvider).run(actFor(OPERATOR, scope), input)).connection.id
  }
}
