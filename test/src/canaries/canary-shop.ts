import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Engine } from '@paylink/core/database/engine'
import { FormShop } from '../kills/forms/form-shop.js'
import { type Answer, type Environment, runBesideOthers, runCommand } from '../support/command.js'
import { DatabaseView } from '../support/database-view.js'
import { emptyDatabase, type TestDatabase } from '../support/databases.js'
import { MailServer } from '../support/mail-server.js'
import { nameOf, TestPostgres } from '../support/postgres.js'
import { quickFolder } from '../support/quick-folder.js'
import { Receiver } from '../support/receiver.js'
import { Site } from '../support/site.js'
import { PASSWORD } from '../support/site-person.js'
import { dropPlugin } from '../support/third-party.js'
import { Collector } from '../tracing/collector.js'
import { Canaries, type Evidence } from './canaries.js'
import { EchoingProvider } from './echoing-provider.js'
import { INDISCREET } from './indiscreet-plugin.js'
import { filesIn, tablesOf } from './kept-data.js'
import { RecordedAnswers } from './recorded-answers.js'

const CERTIFICATE = fileURLToPath(new URL('../../fixtures/self-signed/cert.pem', import.meta.url))

/** With what encodings change: quotes, slashes, spaces, letters beyond ASCII. */
const awkward = (name: string): string => `${name} ñ/"'<&+% ${randomBytes(8).toString('hex')}`
const plain = (prefix: string): string => `${prefix}${randomBytes(12).toString('hex')}`

/** Chosen by the operator or the merchant; what PayLink generates is learned from where it is shown. */
const chosen = () => ({
  'the database password': awkward('db'),
  'a wrong database password': awkward('wrong db'),
  'the SMTP password': awkward('smtp'),
  'the metrics token': plain('metrics'),
  "the payment provider's key": plain('sk_live_'),
  "the payment provider's webhook secret": plain('whsec_'),
  "the invoicing provider's key": plain('sk_live_'),
  "the invoicing provider's webhook secret": plain('hook'),
  "the plugin's key": plain('acme'),
  "the plugin's webhook secret": awkward('acme hook'),
  'a wrong password': awkward('typed'),
  'a key that is none': plain('sk_test_'),
  'the password of a URL': plain('url'),
})

export type Secrets = ReturnType<typeof chosen>

/** An installation in which every secret is known, and all that it ever said. */
export class CanaryShop {
  readonly canaries = new Canaries()
  readonly evidence: Evidence[] = []
  readonly databases: TestDatabase[] = []
  /** Files that are not PayLink's. */
  private readonly folder = quickFolder('outside')

  private constructor(
    readonly site: Site,
    readonly forms: FormShop,
    readonly secrets: Secrets,
    readonly servers: {
      mail: MailServer
      hooks: Receiver
      collector: Collector
      provider: EchoingProvider
      postgres: TestPostgres | null
    },
    private readonly answers: RecordedAnswers,
  ) {}

  static async open(engine: Engine): Promise<CanaryShop> {
    const secrets = chosen()
    const auth = { user: 'tienda', pass: secrets['the SMTP password'] }
    const servers = {
      mail: await MailServer.start({ auth, tls: 'smtps' }),
      hooks: await Receiver.start(),
      collector: await Collector.start(),
      provider: await EchoingProvider.start(),
      postgres: engine === 'postgres' ? new TestPostgres({ isDurable: true }) : null,
    }
    const database = await databaseWith(secrets, servers.postgres)
    const site = await Site.start(engine, {
      database,
      mail: servers.mail,
      furnish: (dataDir) => dropPlugin(dataDir, { id: 'indiscreet', main: INDISCREET }),
      env: {
        PAYLINK_LOG_LEVEL: 'debug',
        PAYLINK_OUTBOUND_ALLOW_PRIVATE: '1',
        PAYLINK_METRICS_TOKEN: secrets['the metrics token'],
        PAYLINK_OTEL_ENDPOINT: servers.collector.url,
        NODE_EXTRA_CA_CERTS: CERTIFICATE,
      },
    })
    const answers = new RecordedAnswers(site.server.url)
    const shop = new CanaryShop(site, await FormShop.open(site), secrets, servers, answers)
    for (const [name, secret] of Object.entries(secrets)) shop.canaries.add(name, secret)
    shop.canaries.add('the password of a person', PASSWORD)
    shop.knowKey()
    return shop
  }

  get env(): Environment {
    return this.site.server.env
  }

  file(name: string): string {
    return join(this.site.database.folder, name)
  }

  /** A file of the operator's own. */
  outside(name: string): string {
    return join(this.folder, name)
  }

  /** A setting in a file of the operator's, as a command takes it. */
  given(name: keyof Secrets): string {
    const path = this.outside(name.replaceAll(/\W+/g, '-'))
    writeFileSync(path, this.secrets[name])
    return `@${path}`
  }

  /** The secret key in use, as its file has it and as its bytes are. */
  knowKey(): void {
    this.canaries.add('the secret key', this.secretKey(), this.secretKey().toString('base64'))
  }

  secretKey(): Buffer {
    return Buffer.from(readFileSync(this.file('secret.key'), 'utf8'), 'base64')
  }

  /** Beside the server, with and without `--json`; what they said is kept. */
  async command(...args: string[]): Promise<Answer> {
    const answer = await runBesideOthers(args, this.env)
    this.keepCommand(args, answer)
    return answer
  }

  /** In a process of its own. */
  async alone(args: string[], changes: Environment): Promise<Answer> {
    const answer = await runCommand(args, { ...this.env, ...changes })
    this.keepCommand(args, answer)
    return answer
  }

  private keepCommand(args: readonly string[], { stdout, stderr }: Answer): void {
    const name = args.filter((word) => /^(-|[a-z]+(-[a-z]+)*$)/.test(word) && word !== '--json').join(' ')
    this.evidence.push({ place: `standard output of ${name}`, bytes: Buffer.from(stdout) })
    this.evidence.push({ place: `standard error of ${name}`, bytes: Buffer.from(stderr) })
  }

  async emptyDatabase(): Promise<TestDatabase> {
    const database = await emptyDatabase('sqlite')
    this.databases.push(database)
    return database
  }

  /** The server's own process, before it ends. */
  keepProcess(): void {
    const path = `/proc/${this.site.server.pid}/cmdline`
    if (existsSync(path)) this.evidence.push({ place: 'the command line of the server', bytes: readFileSync(path) })
  }

  /** What the server said, sent and keeps. */
  async gather(): Promise<void> {
    const { site, servers, evidence, answers } = this
    evidence.push(...answers.evidence)
    const { output, logged } = site.server
    evidence.push({ place: 'the log', bytes: Buffer.from(logged) })
    evidence.push({ place: 'standard output of up', bytes: Buffer.from(output.replace(logged, '')) })
    for (const { raw } of servers.mail.mails) evidence.push({ place: 'a mail', bytes: Buffer.from(readable(raw)) })
    for (const { headers, body } of servers.hooks.received)
      evidence.push({ place: 'a webhook', bytes: Buffer.from(JSON.stringify(headers) + body) })
    evidence.push({ place: 'traces', bytes: Buffer.from(servers.collector.received) })
    evidence.push(...(await tablesOf(site.view)))
    const simulated = await site.view.rows<{ value: string }>('select value from plugin_entries')
    for (const { value } of simulated)
      for (const [secret] of value.matchAll(/(?<="secret":")[^"]{12,}/g))
        this.canaries.add("a simulated provider's signing secret", secret)
    for (const { url } of this.databases) {
      const view = new DatabaseView(url)
      evidence.push(...(await tablesOf(view, 'a copy: ')))
      await view.close()
    }
    evidence.push(...filesIn(site.database.folder, (path) => placeOf(path)))
    evidence.push(...(await this.filesOfPostgres()))
  }

  /** Its tables and write-ahead log, rows that were deleted included. */
  private async filesOfPostgres(): Promise<Evidence[]> {
    if (!this.servers.postgres) return []
    await this.site.view.rows('checkpoint')
    const [row] = await this.site.view.rows<{ folder: string }>("select current_setting('data_directory') as folder")
    return filesIn(row?.folder ?? '', (path) => (path.startsWith('pg_wal') ? 'the write-ahead log' : 'database files'))
  }

  async close(): Promise<void> {
    const { hooks, collector, provider, postgres } = this.servers
    this.answers.stop()
    await this.site.stop()
    await Promise.all(this.databases.map((database) => database.drop()))
    await Promise.all([hooks.stop(), collector.stop(), provider.stop()])
    await postgres?.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** On Postgres: of a role whose password is known, on a server that keeps nothing else. */
async function databaseWith(secrets: Secrets, postgres: TestPostgres | null): Promise<TestDatabase> {
  if (!postgres) return emptyDatabase('sqlite')
  const url = new URL(await postgres.createDatabase())
  const password = secrets['the database password']
  await postgres.run(`create role tienda login password '${password.replaceAll("'", "''")}'`)
  await postgres.run('grant pg_read_all_settings, pg_checkpoint to tienda')
  await postgres.run(`alter database ${nameOf(url.href)} owner to tienda`)
  url.username = 'tienda'
  url.password = encodeURIComponent(password)
  const { folder, drop } = await emptyDatabase('sqlite')
  return { url: url.href, folder, drop }
}

/** Without the line ends of quoted-printable and base64. */
function readable(raw: string): string {
  const quoted = raw
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  const parts = [...raw.matchAll(/base64\r\n(?:[\w-]+: .*\r\n)*\r\n([A-Za-z0-9+/=\r\n]+)/g)]
  return [raw, quoted, ...parts.map(([, part = '']) => Buffer.from(part, 'base64').toString('latin1'))].join('\n')
}

function placeOf(path: string): string {
  if (/\.db(-wal|-shm)?$/.test(path)) return 'database files'
  return path.replace(/\d{4}-?\d\d-?\d\d[\dT:.-]*Z?/, 'TIME')
}
