import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Every call that changes a file or sends something. */
export const SYSCALLS = [
  ...['pwrite64', 'pwritev', 'fsync', 'fdatasync', 'ftruncate', 'unlink', 'rename'],
  ...['write', 'writev', 'sendto', 'sendmsg', 'shutdown'],
] as const

export const TO_INSTALL = 'strace is needed: apt-get install strace (and in a container, the SYS_PTRACE capability)'

/** Is it here, and may it trace? */
export function hasStrace(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0
}

/** A place to be killed at: on entering a syscall for the `count`th time, counted on the main thread. */
export interface Point {
  syscall: string
  count: number
}

/**
 * Watches a process, and kills it -9 at the point if one is given. Only the main thread is looked at: all
 * that we write, to files and sockets, is written there, and one thread makes the counts come out the same.
 */
export class Strace {
  private said = ''

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {
    child.stderr?.on('data', (text) => (this.said += String(text)))
  }

  /** A process that runs. Returns once it is watched. */
  static async attach(pid: number, point?: Point): Promise<Strace> {
    const strace = Strace.spawn(['-p', String(pid)], process.env, point)
    while (!strace.said.includes('attached')) {
      if (strace.child.exitCode !== null) throw new Error(`strace: ${strace.said}`)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    return strace
  }

  /** A command, from its start. */
  static run(command: readonly string[], env: NodeJS.ProcessEnv, point?: Point): Strace {
    return Strace.spawn(command, env, point)
  }

  private static spawn(target: readonly string[], env: NodeJS.ProcessEnv, point?: Point): Strace {
    const folder = mkdtempSync(join(tmpdir(), 'paylink-strace-'))
    const traced = `trace=${point?.syscall ?? SYSCALLS.join(',')}`
    const kill = point ? ['-e', `inject=${point.syscall}:signal=SIGKILL:when=${point.count}`] : []
    const args = ['-o', join(folder, 'calls'), '-e', 'signal=none', '-e', traced, ...kill, ...target]
    return new Strace(spawn('strace', args, { env, stdio: ['ignore', 'ignore', 'pipe'] }), folder)
  }

  /** Lets the process go on alone. */
  async detach(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = once(this.child, 'exit')
      this.child.kill('SIGTERM')
      await ended
    }
  }

  /** Waits for the end of the command. Was it killed? */
  async ended(): Promise<{ wasKilled: boolean; code: number | null }> {
    // strace ends as what it traced did.
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit')
    return { wasKilled: this.child.signalCode === 'SIGKILL', code: this.child.exitCode }
  }

  /** How often each syscall was entered. */
  counts(): Map<string, number> {
    const file = join(this.folder, 'calls')
    const counts = new Map<string, number>()
    for (const line of existsSync(file) ? readFileSync(file, 'latin1').split('\n') : []) {
      const name = /^(\w+)\(/.exec(line)?.[1]
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    return counts
  }

  /** After `detach`: was the point reached, and the process sent its signal? */
  hasReached({ syscall, count }: Point): boolean {
    return (this.counts().get(syscall) ?? 0) >= count
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
