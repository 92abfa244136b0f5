import { open } from 'node:fs/promises'

/** Takes the disk some milliseconds. */
const FREED_AT_ONCE_BYTES = 8 * 1024 * 1024

/**
 * Cuts a file that is to be deleted down to a small one, step by step: if the space of all of it were freed at once, the
 * commits of a server on the same disk would wait for that.
 */
export async function freeSteadily(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    let { size } = await file.stat()
    while (size > FREED_AT_ONCE_BYTES) {
      size -= FREED_AT_ONCE_BYTES
      await file.truncate(size)
      await file.datasync()
    }
  } finally {
    await file.close()
  }
}
