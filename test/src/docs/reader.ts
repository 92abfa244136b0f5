import { readKeylessSettings } from '@paylink/config'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EchoingProvider } from '../canaries/echoing-provider.js'
import { FormShop } from '../kills/forms/form-shop.js'
import { runBesideOthers, type Environment } from '../support/command.js'
import { DatabaseView } from '../support/database-view.js'
import { emptyDatabase, type TestDatabase } from '../support/databases.js'
import { quickFolder } from '../support/quick-folder.js'
import { installUnclosingProvider } from '../support/quiet-provider.js'
import { Site } from '../support/site.js'
import { SiteInvoices } from '../support/site-invoices.js'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** Stands for `bin/paylink`: it hands its words to a process that has everything loaded. */
const LAUNCHER = `#!/usr/bin/env node
const socket = require('node:net').connect(process.env.READER_SOCKET)
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('PAYLINK_')))
let text = ''
socket.on('data', (piece) => (text += piece)).on('end', () => {
  const { code, stdout, stderr } = JSON.parse(text)
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  process.exitCode = code
})
socket.write(JSON.stringify({ args: process.argv.slice(2), env }) + '\\n')
`
/** An answer of 4xx or 5xx is a failure. */
const PRELUDE = `set -euo pipefail
curl() { command curl --fail-with-body --silent --show-error "$@"; }
`

interface Done {
  code: number | null
  stdout: string
  stderr: string
}

/** Someone at a shell beside a running installation, with an empty folder of their own. */
export class Reader {
  private readonly made: TestDatabase[] = []
  /** Shell variables and settings of PayLink that were set in the block. */
  private variables: Environment = {}
  private settings: Environment = {}

  private constructor(
    readonly site: Site,
    readonly shop: FormShop,
    readonly invoices: SiteInvoices,
    readonly provider: EchoingProvider,
    readonly folder: string,
    private readonly launcher: Server,
  ) {}

  static async open(): Promise<Reader> {
    const provider = await EchoingProvider.start()
    const site = await Site.start('sqlite', {
      hasMail: true,
      env: { PAYLINK_OUTBOUND_ALLOW_PRIVATE: '1', PAYLINK_METRICS_TOKEN: 'metrics-of-the-reader' },
      furnish: installUnclosingProvider,
    })
    const folder = quickFolder('reader')
    const launcher = createServer((socket) => {
      socket.once('data', (text: Buffer) => {
        const { args, env } = JSON.parse(text.toString()) as { args: string[]; env: Environment }
        void runBesideOthers(args, env)
          .catch((error: unknown) => ({ code: 70, stdout: '', stderr: String(error) }))
          .then(({ code, stdout, stderr }) => socket.end(JSON.stringify({ code, stdout, stderr })))
      })
    })
    launcher.listen(join(folder, 'socket'))
    mkdirSync(join(folder, 'bin'))
    writeFileSync(join(folder, 'bin/paylink'), LAUNCHER)
    chmodSync(join(folder, 'bin/paylink'), 0o755)
    const [shop, invoices] = [await FormShop.open(site), await SiteInvoices.of(site)]
    const reader = new Reader(site, shop, invoices, provider, folder, launcher)
    for (const words of ['accounts verify', 'accounts subscription activate'])
      await reader.succeed(`bin/paylink ${words}`)
    return reader
  }

  beginBlock(): void {
    this.variables = {}
    this.settings = {}
  }

  file(name: string): string {
    return join(this.folder, name)
  }

  /** Runs one line. */
  async run(command: string, changes: Environment = {}, input = ''): Promise<Done> {
    const { PATH } = process.env
    const env = {
      ...{ PATH, HOME: this.folder, READER_SOCKET: this.file('socket') },
      ...Object.fromEntries(Object.entries(this.site.server.env).filter(([name]) => name.startsWith('PAYLINK_'))),
      ...this.variables,
      ...changes,
    }
    const child = spawn('bash', ['-c', PRELUDE + command], { cwd: this.folder, env })
    const done: Done = { code: null, stdout: '', stderr: '' }
    child.stdout.on('data', (text) => (done.stdout += String(text)))
    child.stderr.on('data', (text) => (done.stderr += String(text)))
    child.stdin.on('error', () => undefined).end(input)
    ;[done.code] = (await once(child, 'close')) as [number]
    return done
  }

  async succeed(command: string, changes: Environment = {}, input = ''): Promise<string> {
    const { code, stdout, stderr } = await this.run(command, changes, input)
    if (code !== 0) throw new Error(`exit ${code}: ${command}\n${stdout}${stderr}`)
    return stdout
  }

  /** Keeps what a line only assigns. */
  async assign(command: string, env: Environment = {}): Promise<void> {
    const name = /^(?:export )?(\w+)=/.exec(command)?.[1] ?? ''
    this.variables[name] = await this.succeed(`${command}\nprintf %s "$${name}"`, env)
  }

  /** Settings, with those of the lines before: they are accepted. @throws SettingsError */
  async useSettings(assignments: string): Promise<void> {
    const printed = await this.succeed(`export ${assignments.replace(/^export /, '')}\nenv -0`)
    const names = new Set([...assignments.matchAll(/\b(PAYLINK_\w+)=/g)].map(([, name]) => name))
    for (const [, name = '', value] of printed.matchAll(/(\w+)=([^\0]*)\0/g))
      if (names.has(name)) this.settings[name] = value
    readKeylessSettings({ ...this.settings })
  }

  async link(changes: object = {}): Promise<{ id: string; url: string }> {
    return this.site.createLink(changes)
  }

  /** Paid, of a link that may be invoiced. */
  payment(): Promise<string> {
    return this.invoices.paid()
  }

  /** The newest email that may be shown. */
  async email(kind?: string): Promise<string> {
    const which = `from email_deliveries where status = 'simulated' ${kind ? `and kind = '${kind}'` : ''}`
    const sql = `select id ${which} order by created_at desc, id desc limit 1`
    await this.site.until(async () => (await this.site.view.rows(sql)).length > 0, `an email: ${kind ?? 'any'}`)
    return (await this.site.view.rows<{ id: string }>(sql))[0]?.id ?? ''
  }

  /** A person of the team with this address, who has joined. */
  async member(email: string): Promise<void> {
    if (await this.hasMember(email)) return
    const { id } = await this.shop.member('cashier')
    // One who was removed keeps theirs.
    await this.shop.change(
      `update users set email_key = id where email_key = '${email}'`,
      `update invitations set used_at = created_at where email_key = '${email}'`,
      `update users set email = '${email}', email_key = '${email}' where id = '${id}'`,
    )
  }

  async noMember(email: string): Promise<void> {
    if (await this.hasMember(email)) await this.succeed(`bin/paylink users remove --email ${email}`)
  }

  private async hasMember(email: string): Promise<boolean> {
    const sql = 'select id from users where email_key = ? and disabled_at is null'
    return (await this.site.view.rows(sql, [email])).length > 0
  }

  /** A payment whose invoice was asked for with an address. */
  async invoicedTo(email: string): Promise<string> {
    const paymentId = await this.payment()
    await this.invoices.request(paymentId, { email })
    await this.invoices.isComplete(paymentId)
    return paymentId
  }

  async emptyDatabase(): Promise<string> {
    const database = await emptyDatabase('sqlite')
    this.made.push(database)
    return database.url
  }

  async backup(): Promise<string> {
    const file = this.file(`${randomUUID()}.backup`)
    await this.succeed(`bin/paylink backup ${file}`)
    return file
  }

  async restored(): Promise<string> {
    const url = await this.emptyDatabase()
    await this.succeed(`bin/paylink restore ${await this.backup()} --into ${url}`)
    return url
  }

  /** The same installation with no server on it, which a new secret key need not wait for. */
  async elsewhere(): Promise<Environment> {
    const folder = this.file(randomUUID())
    mkdirSync(folder)
    copyFileSync(join(this.site.database.folder, 'secret.key'), join(folder, 'secret.key'))
    const url = await this.restored()
    const letGo = await new DatabaseView(url).change(['delete from workers'])
    letGo()
    return { PAYLINK_DATA_DIR: folder, PAYLINK_DATABASE_URL: url }
  }

  async close(): Promise<void> {
    await this.site.stop()
    await this.provider.stop()
    await new Promise((resolve) => this.launcher.close(resolve))
    await Promise.all(this.made.map((database) => database.drop()))
    rmSync(this.folder, { recursive: true, force: true })
  }
}
