import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { fuzz } from './fuzz.js'

describe('random requests from the contract', () => {
  it('get responses valid against the contract, never 5xx, and the same on every database', async () => {
    const { requests, statuses, faults } = await fuzz(ENGINES, 200, 20_261_122)
    expect(faults).to.deep.equal([])
    for (const engine of ENGINES) {
      expect(Object.keys(statuses[engine] ?? {}), `${requests} requests`).to.include.members([
        '200',
        '201',
        '400',
        '404',
      ])
    }
  })
})
