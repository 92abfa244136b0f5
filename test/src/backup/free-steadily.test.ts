import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freeSteadily } from '@paylink/core/backup/free-steadily'
import { expect } from 'chai'
import { quickFolder } from '../support/quick-folder.js'

describe('a file that is to be deleted', () => {
  let folder: string
  before(() => (folder = quickFolder('free')))
  after(() => rmSync(folder, { recursive: true }))

  const freed = async (size: number): Promise<number> => {
    const path = join(folder, `${size}.db`)
    writeFileSync(path, '')
    truncateSync(path, size)
    await freeSteadily(path)
    return statSync(path).size
  }

  it('is cut down to a small one', async () => {
    expect(await freed(100_000_000)).to.be.within(1, 9_000_000)
    expect(await freed(1000)).to.equal(1000)
    expect(await freed(0)).to.equal(0)
  })
})
