import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import { createHmac, randomUUID } from 'node:crypto'
import type { Engine } from '@paylink/core/database/engine'
import { linkBody } from './appliance.js'
import { DatabaseView } from './database-view.js'
import { emptyDatabase, type TestDatabase } from './databases.js'
import { MailServer } from './mail-server.js'
import { ServerProcess } from './server-process.js'

export interface SiteReply {
  status: number
  headers: Headers
  body: any
}

export interface SiteOptions {
  replicas?: number
  env?: NodeJS.ProcessEnv
  /** With a mail server on loopback, that live mail goes to. */
  hasMail?: boolean
  /** Another mail server than the usual one. */
  mail?: MailServer
  /** Puts something into the data directory before the first start. */
  furnish?: (dataDir: string) => void
  /** One that no migration has touched; of the suite's own Postgres unless given. */
  database?: TestDatabase
}

/** One installation on real processes, seen by a merchant and by payers. Replicas share its database. */
export class Site {
  private turn = 0

  protected constructor(
    readonly engine: Engine,
    readonly servers: readonly ServerProcess[],
    readonly key: string,
    readonly view: DatabaseView,
    readonly database: TestDatabase,
    private readonly mailServer: MailServer | null,
  ) {}

  /** With one `up`, and `replicas` more beside it. */
  static async start(engine: Engine, options: SiteOptions = {}): Promise<Site> {
    const { replicas = 1, hasMail = false, furnish } = options
    const mailServer = options.mail ?? (hasMail ? await MailServer.start() : null)
    const mail = mailServer ? { PAYLINK_SMTP_URL: mailServer.url, PAYLINK_MAIL_FROM: 'cobros@tienda.example' } : {}
    const env = { ...mail, ...options.env }
    const database = options.database ?? (await emptyDatabase(engine))
    furnish?.(database.folder)
    const first = await ServerProcess.create(database.url, database.folder, { env })
    await first.start()
    const key = /sk_test_\w+/.exec(first.output)?.[0]
    if (key === undefined) throw new Error(`the first start printed no key: ${first.output}`)
    const servers = [first]
    for (let count = 1; count < replicas; count++) {
      const replica = await ServerProcess.create(database.url, database.folder, { baseUrl: first.url, env })
      await replica.start()
      servers.push(replica)
    }
    return new Site(engine, servers, key, new DatabaseView(database.url), database, mailServer)
  }

  /** The first of them. */
  get server(): ServerProcess {
    return this.servers[0] as ServerProcess
  }

  /** Where its live mail arrives. */
  get mail(): MailServer {
    if (!this.mailServer) throw new Error('the site has no mail server')
    return this.mailServer
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()))
    await this.mailServer?.stop()
    await this.view.close()
    await this.database.drop()
  }

  /** `bearer`: another key than the first one. */
  async api(method: string, path: string, body?: object, key?: string, bearer = this.key): Promise<SiteReply> {
    const response = await fetch(this.origin() + path, {
      method,
      headers: {
        Authorization: `Bearer ${bearer}`,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  async createLink(changes: object = {}, key: string = randomUUID()): Promise<PaymentLinkView> {
    const { status, body } = await this.api('POST', '/v1/payment_links', linkBody(changes), key)
    if (status !== 201) throw new Error(`no link: ${status} ${JSON.stringify(body)}`)
    return body
  }

  async link(id: string): Promise<PaymentLinkView> {
    return (await this.api('GET', `/v1/payment_links/${id}`)).body
  }

  /** Presses a button of the payment page. */
  press(link: { url: string }, provider = 'provider_a', fields: Record<string, string> = {}): Promise<Response> {
    return this.form(`${link.url}/checkout`, { provider, ...fields })
  }

  /** Where the payer is sent, when the checkout opens. */
  async openCheckout(link: { url: string }): Promise<string> {
    const response = await this.press(link)
    const address = response.headers.get('location')
    if (response.status !== 303 || address === null) throw new Error(`no checkout: ${response.status}`)
    return address
  }

  /** Posts a form as a browser does, to any of the replicas. */
  form(address: string, fields: Record<string, string>): Promise<Response> {
    const { pathname } = new URL(address)
    const form = { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) } as const
    return fetch(this.origin() + pathname, form)
  }

  /** Presses a button of the sandbox's page. */
  pay(address: string, outcome = 'succeed'): Promise<Response> {
    return this.form(address, { outcome })
  }

  payments(linkId: string): Promise<any[]> {
    return this.view.rows('select * from payments where link_id = ? order by created_at', [linkId])
  }

  async eventTypes(objectId: string): Promise<string[]> {
    const rows = await this.view.rows('select type from events where object_id = ? order by created_at, id', [objectId])
    return rows.map(({ type }) => type as string)
  }

  /** Writes into the simulated provider's own memory: a change there without a notification. */
  async putEntry(space: string, key: string, value: string): Promise<void> {
    const letGo = await this.view.change([
      `insert into plugin_entries (space, key, value) values ('${space}', '${key}', '${value}')
       on conflict (space, key) do update set value = excluded.value`,
    ])
    letGo()
  }

  /** Posts an event as `provider_a` does, signed with the secret that its simulator was given. */
  async notify(event: object): Promise<Response> {
    const { data } = (await this.api('GET', '/v1/connections')).body
    const connection = data.find(({ provider }: { provider: string }) => provider === 'provider_a')
    const [endpoint] = await this.view.rows("select value from plugin_entries where key like 'endpoint:%'")
    const { secret } = JSON.parse(endpoint.value as string) as { secret: string }
    const body = JSON.stringify(event)
    const at = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
    const headers = { 'Stripe-Signature': `t=${at},v1=${signature}` }
    return fetch(`${this.origin()}/hooks/provider_a/${connection.id}`, { method: 'POST', body, headers })
  }

  /** Looks until it is so. Gives up when the server is gone, or after `ms`. */
  async until(isSo: () => Promise<boolean>, what: string, ms = 90_000): Promise<void> {
    const end = Date.now() + ms
    while (!(await isSo())) {
      if (this.server.isDown) throw new Error(`the server is gone: ${this.server.output.slice(-2000)}`)
      if (Date.now() > end) throw new Error(`it never came: ${what}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  /** Requests go to the replicas in turn. */
  protected origin(): string {
    return (this.servers[this.turn++ % this.servers.length] as ServerProcess).url
  }
}
