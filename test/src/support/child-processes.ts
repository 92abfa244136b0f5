import { readdirSync, readFileSync } from 'node:fs'

/** Field 4 of `stat` is the parent; field 2, the name, is in parentheses and may contain spaces. */
const parentOf = (pid: string): number => {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    )
  } catch {
    // It has ended since its folder was listed.
    return 0
  }
}

/** The processes that a process has started. Linux only. */
export const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number)

/** A process that has ended and was not waited for counts as ended. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
