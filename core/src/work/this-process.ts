import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Identifies the scope in which a process id is unique: host, boot and, on Linux, PID namespace (containers differ).
 * Processes with the same value can check at once whether the other is running.
 */
export function processScope(): string {
  return [hostname(), read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()), pidNamespace()].join(
    '|',
  )
}

const pidNamespace = (): string => read(() => readlinkSync('/proc/self/ns/pid'))

/** Empty on systems without such a file. */
function read(source: () => string): string {
  try {
    return source()
  } catch {
    return ''
  }
}

/** For a process id of this scope. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
