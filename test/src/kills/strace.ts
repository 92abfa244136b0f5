import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Every call that changes a file or sends something. */
export const SYSCALLS = [
  ...['pwrite64', 'pwritev', 'fsync', 'fdatasync', 'ftruncate', 'link', 'unlink', 'rename'],
  ...['write', 'writev', 'sendto', 'sendmsg', 'shutdown'],
] as const

export const TO_INSTALL = 'strace is needed: apt-get install strace (and in a container, the SYS_PTRACE capability)'

/** Is it here, and may it trace? */
export function hasStrace(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0
}

/** A place to be killed at: when a thread enters a syscall for the `count`th time. */
export interface Point {
  syscall: string
  count: number
}

/** One entry into a syscall, with its place in the order of its thread. */
export interface Call extends Point {
  /** The file or socket of the call, and its arguments. */
  text: string
}

/**
 * Watches a process, and kills it -9 at the point if one is given. Of a server only the main thread is looked at: all
 * that it writes, to files and sockets, is written there, and one thread makes the counts come out the same. A command may
 * write files in other threads.
 */
export class Strace {
  private said = ''

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {
    child.stderr?.on('data', (text) => (this.said += String(text)))
  }

  /** A process that runs, with all of its threads or the main one alone. Returns once it is watched. */
  static async attach(pid: number, point?: Point, { threads = false } = {}): Promise<Strace> {
    const folder = mkdtempSync(join(tmpdir(), 'paylink-strace-'))
    const traced = `trace=${point?.syscall ?? SYSCALLS.join(',')}`
    const kill = point ? ['-e', `inject=${point.syscall}:signal=SIGKILL:when=${point.count}`] : []
    const all = threads ? ['-f'] : []
    const args = ['-o', join(folder, 'calls'), '-y', '-e', 'signal=none', '-e', traced, ...kill, ...all]
    const child = spawn('strace', [...args, '-p', String(pid)], { stdio: ['ignore', 'ignore', 'pipe'] })
    const strace = new Strace(child, folder)
    while (!strace.said.includes('attached')) {
      if (strace.child.exitCode !== null) throw new Error(`strace: ${strace.said}`)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    return strace
  }

  /** Lets the process go on alone. */
  async detach(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = once(this.child, 'exit')
      this.child.kill('SIGTERM')
      await ended
    }
  }

  /** How often each syscall was entered by the thread that did so most often. */
  counts(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { syscall, count } of this.calls()) counts.set(syscall, Math.max(counts.get(syscall) ?? 0, count))
    return counts
  }

  /** In the order in which they were entered. */
  calls(): Call[] {
    const file = join(this.folder, 'calls')
    const counts = new Map<string, number>()
    const calls: Call[] = []
    for (const line of existsSync(file) ? readFileSync(file, 'latin1').split('\n') : []) {
      const [, thread = '', syscall, text = ''] = /^(\d+ +)?(\w+)\((.*)/.exec(line) ?? []
      if (syscall === undefined) continue
      const count = (counts.get(thread + syscall) ?? 0) + 1
      counts.set(thread + syscall, count)
      calls.push({ syscall, count, text })
    }
    return calls
  }

  /** After `detach`: was the point reached, and the process sent its signal? */
  hasReached({ syscall, count }: Point): boolean {
    return (this.counts().get(syscall) ?? 0) >= count
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
