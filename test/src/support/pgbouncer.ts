import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.js'
import { listens } from './listens.js'
import { quickFolder } from './quick-folder.js'
import { UNPRIVILEGED } from './unprivileged.js'

const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`

/** The suite does not bring it: Debian's package `pgbouncer` does. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version'], { env: { PATH } }).status === 0

/** A real PgBouncer with fewer connections to Postgres than a process of ours makes to it. */
export class PgBouncer {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  static async before(databaseUrl: string, mode: 'session' | 'transaction'): Promise<PgBouncer> {
    const target = new URL(databaseUrl)
    const url = new URL(databaseUrl)
    url.port = String(await freePort())
    const folder = quickFolder('pgbouncer')
    chmodSync(folder, 0o777)
    const file = (name: string): string => join(folder, name)
    writeFileSync(file('users'), `"${target.username}" "${target.password}"\n`)
    writeFileSync(
      file('ini'),
      [
        '[databases]',
        `* = host=${target.hostname} port=${target.port}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${url.port}`,
        'unix_socket_dir =',
        'auth_type = plain',
        `auth_file = ${file('users')}`,
        `pool_mode = ${mode}`,
        `default_pool_size = ${mode === 'transaction' ? 4 : 40}`,
      ].join('\n'),
    )
    const child = spawn('pgbouncer', [file('ini')], { ...UNPRIVILEGED, env: { PATH }, stdio: 'ignore' })
    process.once('exit', () => child.kill('SIGKILL'))
    while (child.exitCode === null && !(await listens(Number(url.port)))) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`)
    return new PgBouncer(url.href, child, folder)
  }

  async close(): Promise<void> {
    const exited = once(this.child, 'exit')
    if (this.child.exitCode === null && this.child.kill('SIGKILL')) await exited
    rmSync(this.folder, { recursive: true, force: true })
  }
}
