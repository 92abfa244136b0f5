import { fork, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { PLUGIN_API_VERSION } from '@paylink/plugin-api'
import { isMain, MAIN, placeIn, shown } from '@paylink/plugin-api/rules'
import { startDeadline } from './clock.js'
import { type CaseReport, type ConformanceReport, reportOf } from './report.js'

const CHILD = fileURLToPath(new URL('./check-child.js', import.meta.url))
const MAX_MEMORY_MB = 256
const LOADING_MS = 20_000
/** No case takes longer, unless the plugin blocks the whole process. */
const SILENCE_MS = 60_000
const SHOWN_STDERR_LENGTH = 500
/** Enough for one line of a minified bundle that cannot be parsed. */
const MAX_STDERR_LENGTH = 1_000_000

const LOADING = { id: 'C00', title: 'the package loads' }

export type ChildMessage =
  | { type: 'start'; id: string; title: string }
  | { type: 'end'; ended: CaseReport }
  | { type: 'refused'; reason: string }
  | { type: 'done'; report: ConformanceReport }

/** The folder holds no plugin that can be loaded; the message says why. */
export class NoPluginError extends Error {}

/**
 * Runs the conformance kit on a built package, in a separate process with a memory limit and an empty environment: a
 * plugin that hangs, exits or exhausts memory fails the case that it did so in.
 *
 * @throws NoPluginError the folder holds no plugin that can be checked
 */
export async function checkPackage(
  folder: string,
  { onEnd, silenceMs = SILENCE_MS }: { onEnd?: (ended: CaseReport) => void; silenceMs?: number } = {},
): Promise<ConformanceReport> {
  const plugin = readPackage(resolve(folder))
  const child = fork(CHILD, [plugin.folder, plugin.main], {
    env: {},
    execArgv: [`--max-old-space-size=${MAX_MEMORY_MB}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  return new Follower(child, plugin, silenceMs, onEnd).report
}

interface FoundPackage {
  folder: string
  main: string
  id: string
  version: string
}

function readPackage(folder: string): FoundPackage {
  if (/\.(tgz|tar\.gz)$/.test(folder)) {
    throw new NoPluginError(`${folder} is a tarball: unpack it (tar xzf) and check the folder "package" inside`)
  }
  const path = join(folder, 'package.json')
  if (!existsSync(path)) throw new NoPluginError(`${folder} has no package.json`)
  const { version, paylink } = readJson(path)
  if (!paylink) throw new NoPluginError(`${path} has no field paylink`)
  if (paylink.kind !== 'payment-provider') {
    throw new NoPluginError(`${path}: paylink.kind is ${String(paylink.kind)}; the kit checks payment-provider only`)
  }
  if (!isMain(paylink.main))
    throw new NoPluginError(`${path}: paylink.main is ${shown(paylink.main)}: it must be ${MAIN}`)
  const main = join(folder, paylink.main ?? 'index.js')
  if (!existsSync(main)) throw new NoPluginError(`${main} is missing: build the package first`)
  return { folder, main, id: String(paylink.id), version: version ?? '0.0.0' }
}

interface PackageJson {
  version?: string
  paylink?: { id?: unknown; kind?: unknown; main?: unknown } | null
}

function readJson(path: string): PackageJson {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) ?? {}) as PackageJson
  } catch (error) {
    throw new NoPluginError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Follows the child from case to case, and kills it when it falls silent. */
class Follower {
  readonly report: Promise<ConformanceReport>
  private readonly cases: CaseReport[] = []
  private current = LOADING
  private stderr = ''
  private ending: { report: ConformanceReport } | { error: Error } | undefined
  private silentFor: number | undefined
  private stopTimeout: () => void = () => undefined

  constructor(
    private readonly child: ChildProcess,
    private readonly plugin: FoundPackage,
    private readonly silenceMs: number,
    private readonly onEnd: ((ended: CaseReport) => void) | undefined,
  ) {
    child.stderr
      ?.setEncoding('utf8')
      .on('data', (text: string) => (this.stderr = (this.stderr + text).slice(0, MAX_STDERR_LENGTH)))
    child.on('message', (message) => this.receive(message as ChildMessage))
    this.report = new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => {
        this.stopTimeout()
        const ending = this.ending ?? this.endingOf(code, signal)
        if ('error' in ending) reject(ending.error)
        else resolve(ending.report)
      })
    })
    this.restartTimeout(LOADING_MS)
  }

  private restartTimeout(ms: number): void {
    this.stopTimeout()
    this.stopTimeout = startDeadline(ms, () => {
      this.silentFor = ms
      this.child.kill('SIGKILL')
    })
  }

  private receive(message: ChildMessage): void {
    this.restartTimeout(this.silenceMs)
    switch (message.type) {
      case 'start':
        this.current = { id: message.id, title: message.title }
        return
      case 'end':
        this.cases.push(message.ended)
        this.onEnd?.(message.ended)
        return
      case 'refused':
        this.ending = { error: new NoPluginError(message.reason) }
        return
      case 'done':
        this.ending = { report: message.report }
    }
  }

  /** The result when the process ends before the kit is done. */
  private endingOf(code: number | null, signal: string | null): { report: ConformanceReport } | { error: Error } {
    const isLoading = this.current.id === LOADING.id
    const fault = isLoading ? this.faultOfSyntax() : null
    return fault === null
      ? { report: this.abortedReport(this.howItEnded(code, signal)) }
      : { error: new NoPluginError(fault) }
  }

  /** Node reports the line of a module that cannot be parsed on standard error only. */
  private faultOfSyntax(): string | null {
    const message = /^SyntaxError: (.*)$/m.exec(this.stderr)?.[1]
    const place = placeIn(this.stderr, pathToFileURL(realpathSync(this.plugin.folder)).href)
    return message === undefined || place === null ? null : `it does not load: ${message} (${place})`
  }

  private howItEnded(code: number | null, signal: string | null): string {
    if (this.silentFor) {
      return `Nothing happened for ${this.silentFor / 1000} s: the plugin blocks the process or waits forever.`
    }
    if (/heap out of memory/.test(this.stderr)) return `The plugin used more than ${MAX_MEMORY_MB} MB of memory.`
    const lastOutput = this.stderr.trim().slice(-SHOWN_STDERR_LENGTH)
    return `The process ended (${signal ?? `exit ${code}`}) during this case. ${lastOutput}`
  }

  private abortedReport(how: string): ConformanceReport {
    const ended: CaseReport = {
      ...this.current,
      outcome: 'failed',
      ms: 0,
      message: `${how} The remaining cases were not run.`,
    }
    this.cases.push(ended)
    this.onEnd?.(ended)
    return reportOf({ id: this.plugin.id, version: this.plugin.version }, PLUGIN_API_VERSION, this.cases)
  }
}
