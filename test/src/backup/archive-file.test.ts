import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { writeArchive } from '@paylink/core/backup/archive-file'
import { explanationOf } from '@paylink/core/database/outage-remedy'
import { expect } from 'chai'
import { SmallDisk, TO_MOUNT } from '../support/small-disk.js'

const KB = 1024
const HEADER = { keyId: 'key', createdAt: '2026-11-28T08:00:00.000Z', salt: 'c2FsdA==' }

const LINES = 3000

/** As they come from a database, in more than one part; 300 kB that cannot be compressed further. */
async function* lines(): AsyncGenerator<string[]> {
  for (let count = 0; count < LINES; count++) {
    await new Promise(setImmediate)
    yield [randomBytes(100).toString('hex')]
  }
}

describe('the file of a backup', () => {
  if (!SmallDisk.isAllowed()) {
    it(`was not tried on a full disk: ${TO_MOUNT}`)
    return
  }

  for (const kb of [4, 64, 200]) {
    it(`tells that the disk is full after ${kb} kB`, async () => {
      const disk = SmallDisk.mount()
      try {
        disk.leave(kb * KB)
        const path = join(disk.folder, 'shop.backup')
        const error = await writeArchive(path, HEADER, randomBytes(32), lines()).then(
          () => null,
          (reason: unknown) => reason,
        )
        expect(explanationOf(error)).to.match(/^The disk is full \(ENOSPC/)
      } finally {
        disk.remove()
      }
    })
  }
})
