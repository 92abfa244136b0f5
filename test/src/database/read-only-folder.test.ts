import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Environment } from '../support/command.js'
import { ENGINES } from '../support/engines.js'
import { SmallDisk, TO_MOUNT } from '../support/small-disk.js'
import { type DiskPlace, DiskShop, filesIn } from './disk-shop.js'

/** Commands that write to the data directory as well. Of SQLite the database is there, too: see `full-disk`. */
const COMMANDS: Record<string, (folder: string, shop: DiskShop) => string[]> = {
  'migrate up': () => ['migrate', 'up'],
  backup: (_, shop) => ['backup', shop.fresh('shop.backup')],
  'secrets rotate': (folder) => ['secrets', 'rotate', '--keep-former', join(folder, 'former.key')],
}

if (ENGINES.includes('postgres')) {
  describe('a data directory that takes no writes, beside Postgres (I53, I52)', () => {
    if (!SmallDisk.isAllowed()) {
      it(`was not tried: ${TO_MOUNT}`)
      return
    }
    let shop: DiskShop
    let place: DiskPlace
    let disk: SmallDisk
    let env: Environment
    before(async () => (shop = await DiskShop.open('postgres')))
    after(() => shop.close())
    beforeEach(async () => {
      place = await shop.place()
      disk = SmallDisk.mount()
      const dataDir = join(disk.folder, 'data')
      cpSync(place.roomy['PAYLINK_DATA_DIR'] ?? '', dataDir, { recursive: true })
      env = { ...place.roomy, PAYLINK_DATA_DIR: dataDir }
    })
    afterEach(async () => {
      disk.remove()
      await place.end()
    })

    for (const [name, argsOf] of Object.entries(COMMANDS)) {
      it(`refuses ${name} in one sentence, and changes nothing; it succeeds afterwards`, async () => {
        if (name === 'migrate up') await shop.run(['migrate', 'down'], env)
        const args = argsOf(disk.folder, shop)
        const before = filesIn(disk.folder)
        disk.refuseWrites()
        const { code, stdout, stderr } = await shop.run(args, env)
        disk.allowWrites()
        expect([code, stdout], stderr).to.deep.equal([1, ''])
        const sentence = stderr.trim().split('\n').at(-1)
        expect(sentence, sentence).to.match(/takes no writes/)
        expect(filesIn(disk.folder)).to.deep.equal(before)
        const again = await shop.run(args, env)
        expect(again.code, again.stderr).to.equal(0)
      })
    }
  })
}
