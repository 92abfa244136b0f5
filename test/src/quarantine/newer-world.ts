import type { Engine } from '@paylink/core/database/engine'
import { randomUUID } from 'node:crypto'
import { EchoingProvider } from '../canaries/echoing-provider.js'
import { ACCOUNT_KEY, Sandbox as Facturapi } from '../invoicing-provider/harness.js'
import { Sandbox as Stripe, SECRET_KEY } from '../provider-a/harness.js'
import { linkBody } from '../support/appliance.js'
import { type Answer, runBesideOthers } from '../support/command.js'
import { DatabaseView } from '../support/database-view.js'
import { emptyDatabase, type TestDatabase } from '../support/databases.js'
import { MUG, XENON } from '../support/invoice-shop.js'
import { MailServer } from '../support/mail-server.js'
import { Receiver } from '../support/receiver.js'
import { ServerProcess } from '../support/server-process.js'
import { Site } from '../support/site.js'

const HOOK = '/hook'

/** A shop on real processes. Its providers, mail server and receiver of webhooks outlive every database it has. */
export class NewerWorld {
  private liveKey = ''
  private liveLink = ''
  /** Of live mode: it cannot list its checkouts. */
  liveConnection = ''
  private restored: { database: TestDatabase; view: DatabaseView } | undefined

  private constructor(
    readonly site: Site,
    readonly stripe: Stripe,
    readonly facturapi: Facturapi,
    readonly mail: MailServer,
    readonly hooks: Receiver,
    private readonly live: EchoingProvider,
    /** Of the same installation: it sends nothing. */
    readonly withoutWorkers: ServerProcess,
  ) {}

  static async open(engine: Engine): Promise<NewerWorld> {
    const [stripe, facturapi] = [new Stripe(), new Facturapi()]
    await Promise.all([stripe.start(), facturapi.start()])
    stripe.now = facturapi.now = Date.now()
    const [mail, hooks, live] = await Promise.all([MailServer.start(), Receiver.start(), EchoingProvider.start()])
    const site = await Site.start(engine, { mail, env: { PAYLINK_OUTBOUND_ALLOW_PRIVATE: '1' } })
    const port = Number(new URL(site.server.url).port)
    const { url, folder } = site.database
    const serve = await ServerProcess.create(url, folder, { role: 'serve', port, env: site.server.env })
    const world = new NewerWorld(site, stripe, facturapi, mail, hooks, live, serve)
    await world.connect()
    return world
  }

  async close(): Promise<void> {
    await this.withoutWorkers.stop()
    await this.restored?.view.close()
    await this.site.stop()
    await this.restored?.database.drop()
    await Promise.all([this.stripe.stop(), this.facturapi.stop(), this.hooks.stop(), this.live.stop()])
  }

  run(...args: string[]): Promise<Answer> {
    return runBesideOthers(args, this.site.server.env)
  }

  private async connect(): Promise<void> {
    const ok = async (...args: string[]): Promise<any> => {
      const answer = await this.run(...args, '--json')
      if (answer.code !== 0) throw new Error(`${args.join(' ')}: ${answer.stderr}`)
      return answer.json
    }
    const sets = (settings: Record<string, string>): string[] =>
      Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`])
    const { stripe, facturapi, live } = this
    const ofStripe = sets({ secretKey: SECRET_KEY, apiBase: stripe.apiBase })
    await ok('connections', 'connect', 'provider_a', '--mode', 'test', ...ofStripe)
    const ofFacturapi = sets({ secretKey: ACCOUNT_KEY, apiBase: facturapi.apiBase })
    await ok('invoicing', 'connect', '--mode', 'test', ...ofFacturapi)
    const [issuer] = await ok('invoicing', 'merchants', '--mode', 'test')
    await ok('invoicing', 'choose-merchant', issuer.id, '--mode', 'test')
    await ok('webhooks', 'create', '--mode', 'test', '--url', this.hooks.url(HOOK))
    await ok('accounts', 'verify')
    await ok('accounts', 'subscription', 'activate')
    const ofLive = sets({ secretKey: 'sk_live_of_the_test', webhookSecret: 'whsec_of_the_test', apiBase: live.url })
    this.liveConnection = (await ok('connections', 'connect', 'provider_a', '--mode', 'live', ...ofLive)).id
    this.liveKey = (await ok('keys', 'create', '--mode', 'live')).key
    this.liveLink = (await this.post('/v1/payment_links', linkBody(), this.liveKey)).id
  }

  async post(path: string, body: object, key = this.site.key): Promise<any> {
    const reply = await this.site.api('POST', path, body, randomUUID(), key)
    if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }

  /** A real email, in live mode. */
  share = (to: string): Promise<unknown> => this.post(`/v1/payment_links/${this.liveLink}/email`, { to }, this.liveKey)

  /** Returns the payment. */
  async markPaid(changes: object = {}): Promise<string> {
    const link = await this.post('/v1/payment_links', linkBody(changes))
    return (await this.post(`/v1/payment_links/${link.id}/mark_paid`, { method: 'spei_transfer' })).paidPaymentId
  }

  async requestInvoice(): Promise<string> {
    const payment = await this.markPaid({ invoiceable: true, items: [MUG] })
    await this.post(`/v1/payments/${payment}/invoice`, XENON)
    return payment
  }

  /** The payer pays at the provider; the payment is verified by a sync. */
  async pay(link: { id: string }, address: string): Promise<void> {
    this.stripe.now = Date.now()
    await this.stripe.page('POST', address, 'succeed')
    const [payment] = await this.site.payments(link.id)
    await this.post(`/v1/payments/${payment.id}/sync`, {})
  }

  /** By event, how often it was sent. */
  get sent(): Map<string, number> {
    return countsOf(this.hooks.at(HOOK).map(({ event }) => event.id as string))
  }

  /** By recipient, how many mails arrived. */
  get mailed(): Map<string, number> {
    return countsOf(this.mail.mails.flatMap(({ envelope }) => envelope.to))
  }

  /** The stamps that the invoicing provider has. */
  async stamps(): Promise<string[]> {
    const { json } = await this.facturapi.api('GET', '/v2/invoices')
    return json.data.map(({ id }) => id)
  }

  wasTold = (payment: string): boolean => this.hooks.at(HOOK).some(({ body }) => body.includes(payment))

  /** Ends the server, and starts it on the restored backup, with the same data directory. */
  async restore(file: string): Promise<void> {
    const { site } = this
    await site.server.stop()
    const database = await emptyDatabase(site.engine)
    const answer = await this.run('restore', file, '--into', database.url)
    if (answer.code !== 0) throw new Error(answer.stderr)
    this.restored = { database, view: new DatabaseView(database.url) }
    site.server.env['PAYLINK_DATABASE_URL'] = database.url
    await site.server.start()
  }

  /** Of the restored database. */
  async rows<Row>(sql: string): Promise<Row[]> {
    return this.restored ? await this.restored.view.rows<Row>(sql) : []
  }
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
