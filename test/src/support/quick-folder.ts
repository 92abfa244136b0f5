import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** The suite's Postgres and what lives in it at a time take a tenth of this; a container may have less than that. */
const ROOM_BYTES = 1024 ** 3

/** In memory where there is room: tests kill processes and never the machine, and a disk takes time at each commit. */
export const quickFolder = (name: string): string =>
  mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), `paylink-${name}-`))

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM_BYTES
  } catch {
    return false
  }
}
