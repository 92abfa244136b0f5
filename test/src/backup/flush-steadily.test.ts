import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flushingSteadily } from '@paylink/core/backup/flush-steadily'
import { expect } from 'chai'
import { quickFolder } from '../support/quick-folder.js'

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    (result) => `done: ${String(result)}`,
    (error: Error) => `failed: ${error.message}`,
  )

describe('a file that is flushed while it is filled', () => {
  let folder: string
  let path: string
  before(() => {
    folder = quickFolder('flush')
    path = join(folder, 'shop.db')
    writeFileSync(path, '')
  })
  after(() => rmSync(folder, { recursive: true }))

  it('gives what the work gives, or its failure', async () => {
    expect(await outcomeOf(flushingSteadily(path, () => Promise.resolve(7)))).to.equal('done: 7')
    const failing = flushingSteadily(path, () => Promise.reject(new Error('a row is wrong')))
    expect(await outcomeOf(failing)).to.equal('failed: a row is wrong')
  })

  it('fails if it could not be flushed, although the work ended well', async () => {
    const missing = join(folder, 'missing.db')
    expect(await outcomeOf(flushingSteadily(missing, () => Promise.resolve(7)))).to.match(/^failed: ENOENT/)
    const failing = flushingSteadily(missing, () => Promise.reject(new Error('a row is wrong')))
    expect(await outcomeOf(failing)).to.equal('failed: a row is wrong')
  })
})
