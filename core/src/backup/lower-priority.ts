import { readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

const LOWEST = constants.priority.PRIORITY_LOW

/**
 * From here on this thread computes when nothing else wants to, so that requests do not wait for a backup. On other
 * systems than Linux the priority is that of a whole process, which may be the server's.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return
  attempt(() => setPriority(0, LOWEST))
}

/**
 * The same for a process that does nothing else. Outside of containers Linux may divide the processors among sessions
 * first, whatever the priority of their threads (sched(7), autogroup), so the session's is lowered too. Only where the
 * session is this process's own, as under systemd or setsid(1): a terminal's is that of its shell, and maybe of a server.
 */
export function lowerPriorityOfProcess(): void {
  lowerPriority()
  if (process.platform !== 'linux') return
  attempt(() => {
    if (sessionId() === process.pid) writeFileSync('/proc/self/autogroup', String(LOWEST))
  })
}

/** The sixth field of proc(5)'s stat; the second is the name in parentheses, which may have spaces. */
function sessionId(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3])
}

function attempt(change: () => void): void {
  try {
    change()
  } catch {
    // The kernel may not know it, or a system call filter forbid it. The backup matters more.
  }
}
