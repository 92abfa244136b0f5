import { expect } from 'chai'
import { chance } from '../kills/chance.js'
import { unsoundness } from '../kills/soundness.js'
import { ENGINES } from '../support/engines.js'
import type { Site } from '../support/site.js'
import { raceSite } from './race-site.js'
import { INVOICE_RACES } from './invoice-races.js'
import { RACES } from './races.js'

const ROUNDS = 3
/** A stamp takes a second. */
const ROUNDS_WITH_STAMPS = 2
const SEED = Number(process.env['SEED'] ?? 1)

for (const engine of ENGINES) {
  describe(`races on real servers on ${engine}`, () => {
    let site: Site
    before(async () => (site = await raceSite(engine)))
    after(() => site.stop())

    // One process alone never takes an invoice over; the tests of its steps cover the rest.
    const told = engine === 'postgres' ? [] : INVOICE_RACES.slice(1)
    for (const race of RACES.filter((race) => !told.includes(race))) {
      it(race.name, async () => {
        const next = chance(SEED)
        const rounds = INVOICE_RACES.includes(race) ? ROUNDS_WITH_STAMPS : ROUNDS
        for (let round = 0; round < rounds; round++) await race.run(site, next)
      })
    }

    it('nothing unsound is left (I1–I5, I15, I25)', async () => {
      expect(await unsoundness(site.view)).to.deep.equal([])
    })
  })
}
