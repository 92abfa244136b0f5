import { constants, setPriority } from 'node:os'

/**
 * From here on this thread computes when nothing else wants to, so that requests do not wait for a backup. On other
 * systems than Linux the priority is that of a whole process, which may be the server's.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, constants.priority.PRIORITY_LOW)
  } catch {
    // A system call filter may forbid it. The backup matters more.
  }
}
