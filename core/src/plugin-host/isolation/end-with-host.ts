import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/** Waits until its standard input closes, which happens when this process ends in any way. */
const WATCH = 'trap "" INT TERM HUP; read -r _; kill -9 "$0"'

/**
 * Kills a child when this process is killed: a plugin in an endless loop does not notice that its channel closed. A
 * shell watches, because the child may start neither threads nor processes. Without a shell, only a plugin in an endless
 * loop outlives us.
 */
export function endWithHost(child: ChildProcess): void {
  if (child.pid === undefined) return
  const watch = spawn('/bin/sh', ['-c', WATCH, String(child.pid)], { env: {}, stdio: ['pipe', 'ignore', 'ignore'] })
  watch.on('error', () => undefined)
  watch.stdin.on('error', () => undefined)
  watch.unref()
  ;(watch.stdin as Socket).unref()
  child.once('exit', () => watch.kill('SIGKILL'))
}
