import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freePort } from './postgres.js'

const CLI = new URL('../../../core/dist/cli/main.js', import.meta.url).href
const RUN = `import { run } from '${CLI}'; await run(process.argv.slice(1))`

/** A real server in a process of its own, to be killed. */
export class ServerProcess {
  private child: ChildProcess | undefined
  /** What it printed last. */
  output = ''

  private constructor(
    private readonly env: NodeJS.ProcessEnv,
    readonly url: string,
  ) {}

  static async create(databaseUrl: string, dataDir: string): Promise<ServerProcess> {
    const port = await freePort()
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PAYLINK_'))
    const env = {
      ...Object.fromEntries(inherited),
      PAYLINK_PORT: String(port),
      PAYLINK_DATA_DIR: dataDir,
      PAYLINK_DATABASE_URL: databaseUrl,
      PAYLINK_RATE_LIMIT_PER_MINUTE: '100000',
      PAYLINK_LOG_LEVEL: 'fatal',
    }
    return new ServerProcess(env, `http://localhost:${port}`)
  }

  /** Starts `up` and waits until it answers. Returns how long that took. */
  async start(): Promise<number> {
    const began = Date.now()
    this.output = ''
    const child = spawn(process.execPath, ['--input-type=module', '-e', RUN, 'up'], {
      env: this.env,
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (this.output += String(text)))
    while (Date.now() - began < 30_000) {
      if (child.exitCode !== null) throw new Error(`the server ended: ${this.output}`)
      const isUp = await fetch(`${this.url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isUp && this.output.includes('is running')) return Date.now() - began
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`the server did not start: ${this.output}`)
  }

  /** kill -9, and waits until it is gone. */
  kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
    return new Promise((resolve) => {
      child.once('exit', () => resolve())
      child.kill(signal)
    })
  }
}
