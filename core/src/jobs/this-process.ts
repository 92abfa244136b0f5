import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Where process ids mean the same: this machine since it was started, and on Linux this space of ids, which differs
 * from container to container. Two processes of one place can tell at once whether the other lives.
 */
export function placeOfThisProcess(): string {
  return [hostname(), read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()), idSpace()].join('|')
}

const idSpace = (): string => read(() => readlinkSync('/proc/self/ns/pid'))

/** Empty where there is no such thing. */
function read(look: () => string): string {
  try {
    return look()
  } catch {
    return ''
  }
}

/** Of this place. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
