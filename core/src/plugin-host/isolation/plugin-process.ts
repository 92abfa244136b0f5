import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { wordsOfError } from '@paylink/plugin-api/rules'
import { type Clock, MINUTE_MS, SECOND_MS } from '../../kernel/clock.js'
import { everyCurrency } from '../../kernel/currency.js'
import type { Log } from '../../kernel/log.js'
import type { Timer } from '../../kernel/timer.js'
import { inShort } from '../fields.js'
import { PluginCrashedError } from '../plugin-crashed-error.js'
import {
  type Call,
  type Failure,
  type FromPlugin,
  fromShape,
  type PluginDescription,
  type Result,
  type ProcessData,
  toShape,
  type ToPlugin,
} from './messages.js'
import { endWithHost } from './end-with-host.js'
import { permissionFlags } from './permissions.js'

const MOST_MEMORY_MB = 128
const LOAD_DEADLINE_MS = 10 * SECOND_MS
const PONG_DEADLINE_MS = 2 * SECOND_MS
/** The system may take its time with it; nobody waits for that. */
const END_DEADLINE_MS = 2 * SECOND_MS
const MOST_LINES_A_MINUTE = 100

/** What a plugin may use in the course of a call, by name. */
export type PortTable = Record<string, (...input: never[]) => unknown>

export interface ProcessHost {
  clock: Clock
  timer: Timer
  log: Log
}

interface Running {
  ports: PortTable
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

/** One process with one plugin in it, from its start to its end. Nothing of ours is in it: no settings, no database. */
export class PluginProcess {
  /** What the plugin says of itself. @throws PluginCrashedError it does not load */
  readonly opened: Promise<PluginDescription>
  /** Why it ended. */
  readonly ended: Promise<string>
  private readonly child: ChildProcess
  private readonly running = new Map<number, Running>()
  private last = 0
  private lines = 0
  private minute = 0
  private why: string | null = null
  private isPinged = false

  constructor(
    name: string,
    { main, folder, folderUrl }: { main: string; folder: string; folderUrl: string },
    private readonly host: ProcessHost,
  ) {
    const data: ProcessData = { main: pathToFileURL(main).href, currencies: everyCurrency() }
    this.child = fork(fileURLToPath(new URL('./inside.js', import.meta.url)), [JSON.stringify(data)], {
      env: {},
      execArgv: [`--max-old-space-size=${MOST_MEMORY_MB}`, ...permissionFlags(folder)],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    endWithHost(this.child)
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: unknown) => {
        if (this.mayLog()) host.log.info({ plugin: name }, inShort(String(chunk)))
      })
    }
    this.ended = this.hearEnd(folderUrl)
    this.opened = this.open()
    // Whoever waits for it hears; nobody may.
    this.opened.catch(() => undefined)
  }

  /** Asks the plugin. @throws PluginCrashedError @throws Error what the plugin threw, by its shape */
  call(call: Call, ports: PortTable, signal: AbortSignal): Promise<unknown> {
    const id = ++this.last
    return new Promise((resolve, reject) => {
      this.running.set(id, { ports, resolve, reject })
      this.say({ type: 'call', id, ...call })
      signal.addEventListener('abort', () => this.forget(id), { once: true })
    })
  }

  /** Ends it, whatever it does. */
  async end(why: string): Promise<void> {
    this.why ??= why
    this.child.kill('SIGKILL')
    await Promise.race([this.ended, this.host.timer.sleep(END_DEADLINE_MS)])
  }

  /** Whoever waits for an answer gets none. */
  failAll(why: string): void {
    for (const { reject } of this.running.values()) reject(new PluginCrashedError(why))
    this.running.clear()
  }

  private async hearEnd(folderUrl: string): Promise<string> {
    this.child.on('message', (message: FromPlugin | null) => {
      if (message?.type === 'failed') this.why ??= reasonOf(message.error, folderUrl)
    })
    try {
      // What it said last may be read after it has ended.
      const [[code, signal]] = (await Promise.all([once(this.child, 'exit'), once(this.child, 'disconnect')])) as [
        End,
        unknown,
      ]
      return this.why ?? reasonOfEnd(code, signal)
    } catch (error) {
      return `no process could be started: ${String(error)}`
    }
  }

  private open(): Promise<PluginDescription> {
    return new Promise((resolve, reject) => {
      const cancel = this.host.timer.after(LOAD_DEADLINE_MS, () => {
        void this.end(`it did not load within ${LOAD_DEADLINE_MS / SECOND_MS} s`)
      })
      void this.ended.then((why) => reject(new PluginCrashedError(why)))
      this.child.on('message', (message: FromPlugin) => {
        try {
          if (message.type !== 'opened') return this.hear(message)
          cancel()
          resolve(JSON.parse(message.description) as PluginDescription)
        } catch {
          // The plugin has the same way to us as what we put around it.
          void this.end('it sent what nobody understands')
        }
      })
    })
  }

  private hear(message: Exclude<FromPlugin, { type: 'opened' }>): void {
    switch (message.type) {
      case 'answer':
        return this.settle(message.id, message.result)
      case 'port':
        return void this.serve(message)
      case 'failed':
        return
      case 'pong':
        this.isPinged = false
    }
  }

  private settle(id: number, result: Result): void {
    const { resolve, reject } = this.running.get(id) ?? {}
    this.running.delete(id)
    if (result.ok) resolve?.(result.value)
    else reject?.(fromShape(result.error))
  }

  private async serve({ id, call, port, input }: Extract<FromPlugin, { type: 'port' }>): Promise<void> {
    let result: Result
    try {
      const act = this.running.get(call)?.ports[port]
      if (!act) throw new Error('the call is over')
      const isKept = !port.startsWith('log.') || this.mayLog()
      result = { ok: true, value: isKept ? await act(...(input as never[])) : undefined }
    } catch (error) {
      result = { ok: false, error: toShape(error) }
    }
    this.say({ type: 'port_answer', id, result })
  }

  /** Its deadline is past. A plugin that waits for its provider is in order; one that hears nothing is not. */
  private forget(id: number): void {
    if (!this.running.delete(id)) return
    this.say({ type: 'abort', id })
    if (this.isPinged) return
    this.isPinged = true
    this.say({ type: 'ping' })
    this.host.timer.after(PONG_DEADLINE_MS, () => void this.assertHeard())
  }

  private async assertHeard(): Promise<void> {
    // If it was us who were busy, its answer is waiting to be read.
    await this.host.timer.breathe()
    if (this.isPinged) await this.end('it blocked its process, and heard nothing any more')
  }

  private say(message: ToPlugin): void {
    this.child.send(message, () => undefined)
  }

  /** A plugin may not fill the log. */
  private mayLog(): boolean {
    const minute = Math.floor(this.host.clock.now().getTime() / MINUTE_MS)
    if (minute !== this.minute) this.lines = 0
    this.minute = minute
    return ++this.lines <= MOST_LINES_A_MINUTE
  }
}

type End = [code: number | null, signal: NodeJS.Signals | null]

/** How V8 ends a process whose heap is full. */
const OUT_OF_MEMORY: readonly unknown[] = ['SIGABRT', 'SIGTRAP', 'SIGILL']

function reasonOfEnd(...[code, signal]: End): string {
  if (OUT_OF_MEMORY.includes(signal)) return `it used more than ${MOST_MEMORY_MB} MB of memory`
  return signal === null ? `it ended itself, with code ${code}` : `it was ended by ${signal}`
}

/** What it failed with may be of the plugin's making, and no text. */
function reasonOf({ name, message, stack }: Failure, folderUrl: string): string {
  const words = wordsOfError(Object.assign(new Error(String(message)), { stack: String(stack) }), folderUrl)
  // Node shows the line of a module that cannot be parsed to nobody but the standard error of a process.
  const isUnplaced = name === 'SyntaxError' && words === message
  return isUnplaced ? `${words} (paylink plugins check, in its folder, says where)` : words
}
