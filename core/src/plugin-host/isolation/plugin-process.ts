import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { wordsOfError } from '@paylink/plugin-api/rules'
import { type Clock, MINUTE_MS, SECOND_MS } from '../../kernel/clock.js'
import { CHECK_PLUGIN } from '../../kernel/operator-commands.js'
import type { Log } from '../../kernel/log.js'
import type { Timer } from '../../kernel/timer.js'
import { truncated } from '../fields.js'
import type { PluginKind } from '../installed-plugin.js'
import { ToldSettings } from '../own-settings.js'
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

const MAX_MEMORY_MB = 128
/** A plugin that missed it is refused until the next start, so a busy machine must not cause that. */
const LOAD_DEADLINE_MS = 30 * SECOND_MS
const PONG_DEADLINE_MS = 2 * SECOND_MS
/** How long to wait for a killed process to exit. */
const END_DEADLINE_MS = 2 * SECOND_MS
const MAX_LINES_PER_MINUTE = 100

/** What a plugin may use during a call, by name. */
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

/** One process that runs one plugin, from start to end. It has neither our settings nor our database. */
export class PluginProcess {
  /** The plugin's description of itself. @throws PluginCrashedError it does not load */
  readonly opened: Promise<PluginDescription>
  /** Why it ended. */
  readonly ended: Promise<string>
  private readonly child: ChildProcess
  private readonly running = new Map<number, Running>()
  private readonly told = new ToldSettings()
  private last = 0
  private lines = 0
  private minute = 0
  private endReason: string | null = null
  private isAwaitingPong = false

  constructor(
    name: string,
    { kind, main, folder, folderUrl }: { kind: PluginKind; main: string; folder: string; folderUrl: string },
    private readonly host: ProcessHost,
  ) {
    const data: ProcessData = { kind, main }
    this.child = fork(fileURLToPath(new URL('./inside.js', import.meta.url)), [JSON.stringify(data)], {
      env: {},
      execArgv: [`--max-old-space-size=${MAX_MEMORY_MB}`, ...permissionFlags(folder)],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    endWithHost(this.child)
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: unknown) => {
        if (this.mayLog()) host.log.info({ plugin: name }, truncated(this.told.hide(String(chunk))))
      })
    }
    this.ended = this.awaitEnd(folderUrl)
    this.opened = this.open()
    // The rejection may have no listener, which must not count as unhandled.
    this.opened.catch(() => undefined)
  }

  /** Calls the plugin. @throws PluginCrashedError @throws Error what the plugin threw, rebuilt from its shape */
  call(call: Call, ports: PortTable, signal: AbortSignal, graceMs: number): Promise<unknown> {
    const id = ++this.last
    this.told.add(call.context)
    return new Promise((resolve, reject) => {
      this.running.set(id, { ports, resolve, reject })
      this.send({ type: 'call', id, ...call })
      signal.addEventListener('abort', () => this.abort(id, graceMs), { once: true })
    })
  }

  async end(reason: string): Promise<void> {
    this.endReason ??= reason
    this.child.kill('SIGKILL')
    await Promise.race([this.ended, this.host.timer.sleep(END_DEADLINE_MS)])
  }

  /** Rejects every call that still waits for an answer. */
  failAll(reason: string): void {
    for (const { reject } of this.running.values()) reject(new PluginCrashedError(reason))
    this.running.clear()
  }

  private async awaitEnd(folderUrl: string): Promise<string> {
    this.child.on('message', (message: FromPlugin | null) => {
      if (message?.type === 'failed') this.endReason ??= this.told.hide(reasonOf(message.error, folderUrl))
    })
    try {
      // Its last message may be read only after it has exited.
      const [[code, signal]] = (await Promise.all([once(this.child, 'exit'), once(this.child, 'disconnect')])) as [
        End,
        unknown,
      ]
      return this.endReason ?? reasonOfEnd(code, signal)
    } catch (error) {
      return `no process could be started: ${String(error)}`
    }
  }

  private open(): Promise<PluginDescription> {
    return new Promise((resolve, reject) => {
      const cancel = this.host.timer.after(LOAD_DEADLINE_MS, () => {
        void this.end(`it did not load within ${LOAD_DEADLINE_MS / SECOND_MS} s`)
      })
      void this.ended.then((reason) => {
        cancel()
        reject(new PluginCrashedError(reason))
      })
      this.child.on('message', (message: FromPlugin) => {
        try {
          if (message.type !== 'opened') return this.receive(message)
          cancel()
          resolve(JSON.parse(message.description) as PluginDescription)
        } catch {
          // The plugin itself can write to the channel that our own code in the process uses.
          void this.end('it sent a malformed message')
        }
      })
    })
  }

  private receive(message: Exclude<FromPlugin, { type: 'opened' }>): void {
    switch (message.type) {
      case 'answer':
        return this.settle(message.id, message.result)
      case 'port':
        return void this.serve(message)
      case 'failed':
        return
      case 'pong':
        this.isAwaitingPong = false
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
      if (!act) throw new Error('the call has already ended')
      const isKept = !port.startsWith('log.') || this.mayLog()
      result = { ok: true, value: isKept ? await act(...(input as never[])) : undefined }
    } catch (error) {
      result = { ok: false, error: toShape(error) }
    }
    this.send({ type: 'port_answer', id, result })
  }

  /** The plugin is told at once, and may still answer for `graceMs`. */
  private abort(id: number, graceMs: number): void {
    if (!this.running.has(id)) return
    this.send({ type: 'abort', id })
    if (graceMs === 0) this.abandon(id)
    else this.host.timer.after(graceMs, () => this.abandon(id))
  }

  /** Its deadline has passed. Waiting for the provider is legitimate; a process that does not answer a ping is blocked. */
  private abandon(id: number): void {
    if (!this.running.delete(id) || this.isAwaitingPong) return
    this.isAwaitingPong = true
    this.send({ type: 'ping' })
    this.host.timer.after(PONG_DEADLINE_MS, () => void this.endIfUnresponsive())
  }

  private async endIfUnresponsive(): Promise<void> {
    // If this process was the busy one, the pong is waiting to be read.
    await this.host.timer.yieldToEventLoop()
    if (this.isAwaitingPong) await this.end('it blocked its process and no longer responded')
  }

  private send(message: ToPlugin): void {
    this.child.send(message, () => undefined)
  }

  /** Limits the log lines of a plugin. */
  private mayLog(): boolean {
    const minute = Math.floor(this.host.clock.now().getTime() / MINUTE_MS)
    if (minute !== this.minute) this.lines = 0
    this.minute = minute
    return ++this.lines <= MAX_LINES_PER_MINUTE
  }
}

type End = [code: number | null, signal: NodeJS.Signals | null]

/** How V8 ends a process whose heap is full. */
const OUT_OF_MEMORY: readonly unknown[] = ['SIGABRT', 'SIGTRAP', 'SIGILL']

function reasonOfEnd(...[code, signal]: End): string {
  if (OUT_OF_MEMORY.includes(signal)) return `it used more than ${MAX_MEMORY_MB} MB of memory`
  return signal === null ? `it ended itself, with code ${code}` : `it was ended by ${signal}`
}

/** The plugin may have sent this message itself, so its fields need not be text. */
function reasonOf({ name, message, stack }: Failure, folderUrl: string): string {
  const text = wordsOfError(Object.assign(new Error(String(message)), { stack: String(stack) }), folderUrl)
  // Node reports the line of a module that cannot be parsed on standard error only.
  const lacksLine = name === 'SyntaxError' && text === message
  return lacksLine ? `${text} (${CHECK_PLUGIN}, in its folder, says where)` : text
}
