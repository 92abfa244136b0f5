import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const STOP_MS = 12_000

/** The processes that this run started, and no others. */
export class Children {
  private readonly running = new Set<Child>()

  constructor() {
    process.on('exit', () => {
      for (const child of this.running) child.kill('SIGKILL')
    })
  }

  /** Runs a compiled script of this folder. It ends with us, whatever becomes of us: see `end-with-parent.ts`. */
  start(script: string, args: string[], env: Record<string, string>, flags: string[] = []): Child {
    const child = new Child(script, args, env, flags)
    this.running.add(child)
    void child.ended.then(() => this.running.delete(child))
    return child
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.running].map((child) => child.stop()))
  }
}

export class Child {
  readonly ended: Promise<number | null>
  private readonly process: ChildProcess
  private out = ''
  private err = ''
  private look: () => void = () => undefined

  constructor(
    private readonly script: string,
    args: string[],
    env: Record<string, string>,
    flags: string[],
  ) {
    const path = fileURLToPath(new URL(script, import.meta.url))
    const loaded = ['end-with-parent.js', 'tell-heap.js'].flatMap((file) => [
      '--import',
      fileURLToPath(new URL(file, import.meta.url)),
    ])
    this.process = spawn(process.execPath, [...flags, ...loaded, path, ...args], {
      env: { ...inherited(), NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C is ours to handle: the child would be gone before it is asked to stop.
      detached: true,
    })
    this.process.stdout?.on('data', (chunk: Buffer) => {
      this.out += chunk.toString()
      this.look()
    })
    this.process.stderr?.on('data', (chunk: Buffer) => (this.err = (this.err + chunk.toString()).slice(-4000)))
    this.ended = new Promise((resolve) => {
      this.process.once('error', () => resolve(null))
      this.process.once('close', resolve)
    })
  }

  kill(signal: NodeJS.Signals): void {
    this.process.kill(signal)
  }

  tell(message: object): void {
    this.process.send?.(message)
  }

  /** What it tells by `process.send`. */
  hear(heard: (message: object) => void): void {
    this.process.on('message', heard)
  }

  async stop(): Promise<void> {
    this.kill('SIGTERM')
    const timer = setTimeout(() => this.kill('SIGKILL'), STOP_MS)
    await this.ended
    clearTimeout(timer)
  }

  /** Waits for `pattern` on standard output. */
  async prints(pattern: RegExp): Promise<void> {
    const said = new Promise<void>((resolve) => {
      this.look = () => pattern.test(this.out) && resolve()
      this.look()
    })
    await Promise.race([said, this.failure()])
  }

  /** Waits for the end. Returns what was written to standard output. */
  async output(): Promise<string> {
    if ((await this.ended) !== 0) throw this.complaint()
    return this.out
  }

  /** Rejects when the process ends. */
  async failure(): Promise<never> {
    await this.ended
    throw this.complaint()
  }

  /** Kilobytes of `VmRSS` (now) or `VmHWM` (the most ever); null where there is no /proc. */
  memory(field: 'VmRSS' | 'VmHWM'): number | null {
    try {
      const status = readFileSync(`/proc/${this.process.pid}/status`, 'utf8')
      return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1])
    } catch {
      return null
    }
  }

  /** Bytes that its heap holds after a garbage collection. */
  heapUsed(): Promise<number> {
    const told = new Promise<number>((resolve) => {
      this.process.once('message', (message) => resolve((message as { heapUsed: number }).heapUsed))
    })
    this.tell({ tellHeap: true })
    return Promise.race([told, this.failure()])
  }

  private complaint(): Error {
    return new Error(`${this.script} ended (${this.process.exitCode ?? this.process.signalCode}): ${this.err}`)
  }
}

/** Settings of the machine are not settings of the bench. */
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PAYLINK|BENCH)_/.test(name)))
}
