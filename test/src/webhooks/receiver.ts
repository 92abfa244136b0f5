import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../support/free-port.js'

/** A receiver of docs/webhooks.md, and how it is run. */
export interface Program {
  language: string
  /** Below the folder in which it runs. */
  files: Record<string, string>
  command: (port: number) => readonly string[]
  env?: Record<string, string>
  /** It leaves children behind unless they are told to end, too. */
  hasChildren?: boolean
}

/** Past this a receiver is taken for stuck. */
const MAX_START_MS = 15_000
/** What ends them, with a signal. */
const running = new Map<ChildProcess, (signal: NodeJS.Signals) => void>()
process.on('exit', () => running.forEach((end) => end('SIGKILL')))

/** One receiver as a process of its own, in a folder of its own. */
export class Receiver {
  private constructor(
    private readonly folder: string,
    private readonly child: ChildProcess,
    private readonly url: string,
    private readonly said: () => string,
  ) {}

  /** Returns when it listens; throws with what it said if it ended instead. */
  static async start(program: Program, secret: string): Promise<Receiver> {
    const folder = mkdtempSync(join(tmpdir(), 'paylink-receiver-'))
    for (const [name, text] of Object.entries(program.files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const port = await freePort()
    const [command = '', ...args] = program.command(port)
    const env = { ...process.env, ...program.env, PORT: String(port), WEBHOOK_SECRET: secret }
    // Detached it leads a group of processes, addressed by its negative id.
    const detached = program.hasChildren === true
    const child = spawn(command, args, { cwd: folder, env, detached, stdio: ['ignore', 'pipe', 'pipe'] })
    running.set(child, (signal) => {
      if (child.pid !== undefined) process.kill(detached ? -child.pid : child.pid, signal)
    })
    child.once('exit', () => running.delete(child))
    let said = ''
    const receiver = new Receiver(folder, child, `http://localhost:${port}/hook`, () => said)
    try {
      await new Promise<void>((resolve, reject) => {
        const read = (chunk: Buffer) => {
          said += chunk.toString()
          if (/listening|Development Server .* started/.test(said)) resolve()
        }
        child.stdout?.on('data', read)
        child.stderr?.on('data', read)
        child.once('error', reject)
        child.once('close', (code) => reject(new Error(`ended with ${code}: ${said}`)))
        setTimeout(() => reject(new Error(`does not listen: ${said}`)), MAX_START_MS).unref()
      })
      return receiver
    } catch (error) {
      await receiver.stop()
      throw error
    }
  }

  async post(body: string, headers: Record<string, string>): Promise<number> {
    const { status } = await fetch(this.url, { method: 'POST', body, headers }).catch((cause: unknown) => {
      throw new Error(`no answer; the receiver said: ${this.said()}`, { cause })
    })
    return status
  }

  /** What it has kept, by the event's id. */
  kept(): Record<string, Buffer> {
    const names = readdirSync(join(this.folder, 'inbox')).filter((name) => name.endsWith('.json'))
    return Object.fromEntries(names.map((name) => [name.slice(0, -5), readFileSync(join(this.folder, 'inbox', name))]))
  }

  /** Files that it began and left behind. */
  leftovers(): string[] {
    return readdirSync(join(this.folder, 'inbox')).filter((name) => !name.endsWith('.json'))
  }

  /** While `act` runs nothing can be written into the inbox, not even by root. */
  async withoutInbox<T>(act: () => Promise<T>): Promise<T> {
    const [inbox, aside] = [join(this.folder, 'inbox'), join(this.folder, 'aside')]
    renameSync(inbox, aside)
    writeFileSync(inbox, '')
    try {
      return await act()
    } finally {
      rmSync(inbox)
      renameSync(aside, inbox)
    }
  }

  async stop(): Promise<void> {
    const end = running.get(this.child)
    if (end && this.child.pid !== undefined) {
      const closed = once(this.child, 'close')
      end('SIGTERM')
      await closed
    }
    rmSync(this.folder, { recursive: true, force: true })
  }
}
