import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Engine } from '@paylink/core/database/engine'
import { commandHost } from './command-host.js'
import { emptyDatabase, type TestDatabase } from './databases.js'
import { entryFor } from './entry.js'
import { freePort } from './free-port.js'
import './watch-answers.js'

export type Environment = Record<string, string | undefined>

export interface Answer {
  code: number | null
  stdout: string
  stderr: string
  /** All of standard output as one document. */
  readonly json: any
}

/** Past this a child is taken for stuck. */
const MAX_MS = 150_000
const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** A command that runs until it is told to end: `listen` among them. */
export function spawnCommand(args: readonly string[], env: Environment, cwd?: string): ChildProcess {
  const bare = Object.entries(process.env).filter(([name]) => !name.startsWith('PAYLINK_'))
  const script = `import { run, endProcess } from ${JSON.stringify(entryFor(args))}; await run(process.argv.slice(1)); await endProcess()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, '--', ...args], {
    env: { ...Object.fromEntries(bare), ...env },
    stdio: 'pipe',
    cwd,
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const said = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said.stderr += text))
  return said
}

/** Runs one command as a process of its own. It sees no `PAYLINK_` variable but those given. */
export async function runCommand(
  args: readonly string[],
  env: Environment = {},
  input = '',
  cwd?: string,
): Promise<Answer> {
  const child = spawnCommand(args, env, cwd)
  const said = collect(child)
  const timer = setTimeout(() => child.kill('SIGKILL'), MAX_MS)
  child.stdin?.on('error', () => undefined).end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  return answerOf({ code, ...said })
}

/**
 * Runs one command in a process that is kept for the next: it must end with nothing left open. Not for `up`, `serve` and
 * `worker`, which end their process even if they fail.
 */
export async function runBesideOthers(args: readonly string[], env: Environment = {}): Promise<Answer> {
  return answerOf(await commandHost.run({ args, env }))
}

const answerOf = (said: Omit<Answer, 'json'>): Answer => ({
  ...said,
  get json(): any {
    return JSON.parse(said.stdout)
  },
})

/** `up`, `serve` or `worker` as a process of its own. */
export class RunningServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly said: { stdout: string; stderr: string },
  ) {}

  /** Returns once it reports that it runs and, if it serves HTTP, answers at `/healthz`. */
  static async start(role: 'up' | 'serve' | 'worker', url: string, env: Environment): Promise<RunningServer> {
    const child = spawnCommand([role], env)
    const server = new RunningServer(child, collect(child))
    const until = Date.now() + MAX_MS
    while (!(await server.runs(role === 'worker' ? null : url))) {
      if (child.exitCode === null && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 25))
      else throw new Error(`${role} did not start: ${JSON.stringify(server.said)}`)
    }
    return server
  }

  private async runs(url: string | null): Promise<boolean> {
    if (!/PayLink is running|Listening|Running jobs/.test(this.said.stdout)) return false
    if (url === null) return true
    return fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  /** SIGTERM, as an orchestrator does. Returns the exit code. */
  async stop(): Promise<number | null> {
    if (this.child.exitCode !== null) return this.child.exitCode
    const ended = once(this.child, 'exit') as Promise<[number | null]>
    this.child.kill('SIGTERM')
    return (await ended)[0]
  }
}

/** One installation: a data directory, a database, a port. Commands and servers share it. */
export class Installation {
  private readonly servers: RunningServer[] = []

  private constructor(
    readonly engine: Engine,
    readonly env: Environment,
    readonly url: string,
    private readonly database: TestDatabase,
  ) {}

  /** On a database that no migration has touched. */
  static async make(engine: Engine, changes: Environment = {}): Promise<Installation> {
    const database = await emptyDatabase(engine)
    const port = await freePort()
    const env = {
      PAYLINK_DATA_DIR: join(database.folder, 'data'),
      PAYLINK_DATABASE_URL: database.url,
      PAYLINK_PORT: String(port),
      PAYLINK_LOG_LEVEL: 'silent',
      ...changes,
    }
    return new Installation(engine, env, `http://localhost:${port}`, database)
  }

  /** A path for a file of the test's own. */
  file(name: string): string {
    return join(this.database.folder, name)
  }

  run(...args: string[]): Promise<Answer> {
    return this.runWith({}, args)
  }

  /** In a process that other commands have used: `runAlone` is for those that do not end, or not alone. */
  runWith(env: Environment, args: string[]): Promise<Answer> {
    return runBesideOthers(args, { ...this.env, ...env })
  }

  runAlone(args: string[], env: Environment = {}, input?: string): Promise<Answer> {
    return runCommand(args, { ...this.env, ...env }, input)
  }

  /** Runs a command that must succeed, with `--json`. Returns its document. */
  async ask(...args: string[]): Promise<any> {
    const answer = await this.run(...args, '--json')
    if (answer.code !== 0) throw new Error(`${args.join(' ')}: exit ${answer.code}: ${answer.stderr}`)
    return answer.json
  }

  async start(role: 'up' | 'serve' | 'worker', env: Environment = {}): Promise<RunningServer> {
    const server = await RunningServer.start(role, this.url, { ...this.env, ...env })
    this.servers.push(server)
    return server
  }

  async remove(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()))
    await this.database.drop()
  }

  async call(method: string, path: string, key: string, body?: object): Promise<{ status: number; body: any }> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }),
      },
      body: body && JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }

  createLink(key: string, changes: object = {}): Promise<{ status: number; body: any }> {
    const items = [{ name: 'Taza azul', quantity: 1, unitPriceCentavos: 15_000 }]
    return this.call('POST', '/v1/payment_links', key, { title: 'Taza de barro', items, ...changes })
  }
}

export const keyIn = (text: string): string | undefined => /sk_test_\w+/.exec(text)?.[0]

/** An installation with `up` running on it, and the test key of its first run. */
export async function runningInstallation(engine: Engine): Promise<{ site: Installation; key: string }> {
  const site = await Installation.make(engine)
  const server = await site.start('up')
  return { site, key: keyIn(server.said.stdout) ?? '' }
}
