import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { UNPRIVILEGED } from '../support/unprivileged.js'

export const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/lib/postgresql/15/bin`

const MISSING = ['etcd', 'patroni', 'patronictl', 'haproxy', 'pgbouncer', 'postgres'].filter(
  (name) => spawnSync('which', [name], { env: { PATH } }).status !== 0,
)
/** What to install; null: everything is there. */
export const TO_INSTALL =
  MISSING.length === 0
    ? null
    : `${MISSING.join(', ')} not found: apt-get install etcd-server haproxy patroni pgbouncer postgresql-15`

const programs: Program[] = []
process.once('exit', () => programs.forEach((program) => program.signal('SIGKILL')))

/** A program of the drill, with what it prints in a file. */
export class Program {
  private child: ChildProcess | undefined

  constructor(
    private readonly command: string,
    private readonly args: readonly string[],
    private readonly logFile: string,
  ) {
    programs.push(this)
  }

  get pid(): number {
    return this.child?.pid ?? 0
  }

  get isRunning(): boolean {
    const { child } = this
    return child !== undefined && child.exitCode === null && child.signalCode === null
  }

  start(): void {
    const log = openSync(this.logFile, 'a')
    const env = { PATH, HOME: '/nonexistent', ETCD_UNSUPPORTED_ARCH: process.arch, LC_ALL: 'C.UTF-8' }
    this.child = spawn(this.command, this.args, { ...UNPRIVILEGED, env, stdio: ['ignore', log, log], cwd: '/' })
  }

  signal(signal: NodeJS.Signals): void {
    if (this.isRunning) this.child?.kill(signal)
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.child || !this.isRunning) return
    const exited = once(this.child, 'exit')
    this.signal(signal)
    await exited
  }
}

export async function until(isSo: () => Promise<boolean>, what: string, ms = 60_000): Promise<void> {
  const end = Date.now() + ms
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > end) throw new Error(`it never came: ${what}`)
    await sleep(50)
  }
}
