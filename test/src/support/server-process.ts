import './watch-answers.js'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { entryFor } from './entry.js'
import { freePort } from './free-port.js'

const core = (module: string): string => new URL(`../../../core/dist/${module}.js`, import.meta.url).href
/** What a start loads. */
const MODULES = [
  ...['main', 'composition/migrate-apart', 'composition/foundation', 'composition/offer-set-up'],
  ...['composition/appliance', 'composition/connect-sandboxes'],
  ...['composition/start-workers', 'composition/serve-http'],
]
/** A process with everything loaded, which starts on command: the modules of the bundle have no names of their own. */
const RUN_WHEN_TOLD = `
import { run } from '${core('cli/main')}'
await Promise.all(${JSON.stringify(MODULES.map(core))}.map((module) => import(module)))
process.stdin.once('data', () => { process.stdin.destroy(); void run(process.argv.slice(1)) })`

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const MAX_START_MS = 90_000
const RUNS = /is running|Running jobs/

const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

export interface ServerOptions {
  role?: 'up' | 'serve' | 'worker'
  /** A free one unless given. */
  port?: number
  /** The address that links have; its own unless given. */
  baseUrl?: string
  env?: NodeJS.ProcessEnv
}

/** Arguments of `node` that run a command of ours. */
export function commandLine(args: readonly string[]): string[] {
  const script = `import { run, endProcess } from '${entryFor(args)}'; await run(process.argv.slice(1)); await endProcess()`
  return ['--input-type=module', '-e', script, '--', ...args]
}

/** A real server in a process of its own, to be killed. */
export class ServerProcess {
  private child: ChildProcess | undefined
  private standby: ChildProcess | undefined
  /** What it printed last. */
  output = ''
  /** Of that, what it printed to standard error. */
  logged = ''

  private constructor(
    readonly env: NodeJS.ProcessEnv,
    readonly url: string,
    private readonly role: 'up' | 'serve' | 'worker',
  ) {}

  static async create(databaseUrl: string, dataDir: string, options: ServerOptions = {}): Promise<ServerProcess> {
    const port = options.port ?? (await freePort())
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PAYLINK_'))
    const env = {
      ...Object.fromEntries(inherited),
      PAYLINK_PORT: String(port),
      PAYLINK_DATA_DIR: dataDir,
      PAYLINK_DATABASE_URL: databaseUrl,
      PAYLINK_RATE_LIMIT_PER_MINUTE: '1000000',
      PAYLINK_LOG_LEVEL: 'error',
      ...(options.baseUrl === undefined ? {} : { PAYLINK_BASE_URL: options.baseUrl }),
      ...options.env,
    }
    return new ServerProcess(env, `http://localhost:${port}`, options.role ?? 'up')
  }

  get pid(): number {
    return this.child?.pid ?? 0
  }

  get isDown(): boolean {
    const { child } = this
    return !child || child.exitCode !== null || child.signalCode !== null
  }

  /** Null while it runs, or when it was killed. */
  get exitCode(): number | null {
    return this.child?.exitCode ?? null
  }

  /** Loads a process that the next start needs only to wake: saves most of its time. */
  prepareNext(): void {
    this.standby ??= this.spawn(['--input-type=module', '-e', RUN_WHEN_TOLD, '--', this.role])
  }

  /** Starts it and waits until it answers. Returns how long that took. */
  async start(): Promise<number> {
    const began = Date.now()
    this.output = ''
    this.logged = ''
    const child = this.standby ?? this.spawn(commandLine([this.role]))
    this.standby?.stdin?.write('start\n')
    this.standby = undefined
    this.child = child
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (this.output += String(text)))
    child.stderr?.on('data', (text) => (this.logged += String(text)))
    while (Date.now() - began < MAX_START_MS) {
      if (this.isDown) throw new Error(`the server ended: ${this.output}`)
      if (await this.runs()) return Date.now() - began
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error(`the server did not start: ${this.output}`)
  }

  /** kill -9, and waits until it is gone. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.child?.kill(signal)
    await this.ended()
  }

  async stop(): Promise<void> {
    this.standby?.kill('SIGKILL')
    this.standby = undefined
    await this.kill('SIGTERM')
  }

  async ended(): Promise<void> {
    const { child } = this
    if (child && !this.isDown) await once(child, 'exit')
  }

  private async runs(): Promise<boolean> {
    if (!RUNS.test(this.output)) return false
    if (this.role === 'worker') return true
    return fetch(`${this.url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  private spawn(args: string[]): ChildProcess {
    const child = spawn(process.execPath, args, { env: this.env, cwd: ROOT, stdio: 'pipe' })
    child.stdin?.on('error', () => undefined)
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child
  }
}
