import { mkdirSync } from 'node:fs'
import type { Engine } from '@paylink/core/database/engine'
import { freePort } from '../support/free-port.js'
import type { BenchDatabases } from './databases.js'
import type { Child, Children } from './children.js'
import { answers } from './load.js'
import type { BenchMerchant } from './merchants.js'

/** A server that may be started and stopped on one database. */
export interface Server {
  readonly url: string
  readonly child: Child
  start(): Promise<void>
  stop(): Promise<void>
}

/** Providers of the bench's own listen on this machine. */
export const ALLOW_LOOPBACK = { PAYLINK_OUTBOUND_ALLOW_PRIVATE: '1' }

/** The product on a database of its own, with an account, the sandbox's connections and a key. */
export class Paylink implements Server {
  key = ''
  private started: Child | undefined

  private constructor(
    readonly databaseUrl: string,
    private readonly children: Children,
    private readonly env: Record<string, string>,
    private readonly flags: string[],
    private readonly port: number,
  ) {}

  /** Migrated, set up, not running. */
  static async make(
    engine: Engine,
    databases: BenchDatabases,
    children: Children,
    profile: string | null,
  ): Promise<Paylink> {
    const folder = databases.folder()
    mkdirSync(folder, { recursive: true })
    const url = await databases.create(engine, folder)
    const port = await freePort()
    const env = {
      PAYLINK_HOST: '127.0.0.1',
      PAYLINK_PORT: String(port),
      PAYLINK_DATA_DIR: folder,
      PAYLINK_DATABASE_URL: url,
      PAYLINK_LOG_LEVEL: 'error',
      PAYLINK_RATE_LIMIT_PER_MINUTE: '1000000',
    }
    const flags = profile === null ? [] : ['--cpu-prof', '--cpu-prof-dir', profile]
    const paylink = new Paylink(url, children, env, flags, port)
    await paylink.start()
    paylink.key = await paylink.newKey()
    await paylink.stop()
    return paylink
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get child(): Child {
    if (!this.started) throw new Error('the server does not run')
    return this.started
  }

  get authorization(): Record<string, string> {
    return { Authorization: `Bearer ${this.key}` }
  }

  /** `settings`: other than usual, for this start. */
  async start(settings: Record<string, string> = {}): Promise<void> {
    this.spawn(settings)
    await this.child.prints(/is running at/)
  }

  /** Milliseconds from nothing to the first answer. */
  async startTimed(): Promise<number> {
    const begun = performance.now()
    this.spawn({})
    await Promise.race([answers(`${this.url}/readyz`), this.child.failure()])
    return performance.now() - begun
  }

  async stop(): Promise<void> {
    await this.started?.stop()
    this.started = undefined
  }

  /** Made by the command line, as an operator does. */
  async newKey(rateLimit?: number): Promise<string> {
    const limit = rateLimit === undefined ? [] : ['--rate-limit', String(rateLimit)]
    const args = ['keys', 'create', '--json', '--mode', 'test', '--name', 'bench', ...limit]
    const printed = await this.children.start('paylink.js', args, this.env).output()
    return (JSON.parse(printed) as { key: string }).key
  }

  /** By the command line, into this file. */
  backUp(file: string): Promise<void> {
    return this.copy('backup', file)
  }

  /** By the command line, into this database. */
  move(to: string): Promise<void> {
    return this.copy('move', '--to', to)
  }

  /** Complete also where its end names invariants that are broken: the large shop of the bench has no events. */
  private async copy(...args: string[]): Promise<void> {
    try {
      await this.children.start('paylink.js', args, this.env).output()
    } catch (error) {
      if (!(error instanceof Error) || !/I40 .*Run: paylink doctor\s*$/.test(error.message)) throw error
    }
  }

  /** Returns the cookie of an owner who is signed in to the dashboard. */
  signIn(): Promise<string> {
    return this.children.start('session.js', [], this.env).output()
  }

  /** To a provider of the bench's own, beside the sandbox. Before or after the start. */
  async connect(apiBase: string): Promise<void> {
    const settings = ['secretKey=sk_test_of_the_bench', 'webhookSecret=whsec_of_the_bench', `apiBase=${apiBase}`]
    const sets = settings.flatMap((setting) => ['--set', setting])
    const args = ['connections', 'connect', 'provider_a', '--mode', 'test', '--json', ...sets]
    await this.children.start('paylink.js', args, { ...this.env, ...ALLOW_LOOPBACK }).output()
  }

  /** An endpoint of each address for the event that a link was paid; made by the command line, as an operator does. */
  async addEndpoints(urls: string[]): Promise<void> {
    await this.children.start('endpoints.js', urls, { ...this.env, ...ALLOW_LOOPBACK }).output()
  }

  /** An account with connections to the bench's providers for each name, which is in their keys. */
  async addMerchants(apiBase: string, names: string[]): Promise<BenchMerchant[]> {
    const child = this.children.start('merchants.js', [apiBase, ...names], { ...this.env, ...ALLOW_LOOPBACK })
    return JSON.parse(await child.output()) as BenchMerchant[]
  }

  async createLink(body: string, idempotencyKey: string): Promise<{ id: string; url: string }> {
    const response = await fetch(`${this.url}/v1/payment_links`, {
      method: 'POST',
      headers: { ...this.authorization, 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
      body,
    })
    const text = await response.text()
    if (response.status !== 201) throw new Error(`no link: ${response.status} ${text}`)
    return JSON.parse(text) as { id: string; url: string }
  }

  private spawn(settings: Record<string, string>): void {
    if (this.started) throw new Error('the server runs already')
    this.started = this.children.start('paylink.js', ['up'], { ...this.env, ...settings }, this.flags)
  }
}

export class Floor implements Server {
  private started: Child | undefined

  private constructor(
    readonly databaseUrl: string,
    private readonly children: Children,
    private readonly port: number,
  ) {}

  static async make(engine: Engine, databases: BenchDatabases, children: Children): Promise<Floor> {
    return new Floor(await databases.createForFloor(engine), children, await freePort())
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get child(): Child {
    if (!this.started) throw new Error('the floor does not run')
    return this.started
  }

  async start(): Promise<void> {
    await this.startTimed()
  }

  async startTimed(): Promise<number> {
    const begun = performance.now()
    this.started = this.children.start('floor.js', [this.databaseUrl, String(this.port)], {})
    await Promise.race([answers(`${this.url}/constant`), this.child.failure()])
    return performance.now() - begun
  }

  async stop(): Promise<void> {
    await this.started?.stop()
    this.started = undefined
  }
}
