import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { Site } from '../support/site.js'
import { type Killed, killAtRandom } from './random.js'

const KILLS = Number(process.env['KILLS'] ?? 8)
const SEED = Number(process.env['SEED'] ?? 1)

for (const engine of ENGINES) {
  describe(`kill -9 of a real server under load on ${engine} (S6, I30, I54)`, function () {
    this.timeout(120_000)
    let site: Site
    let killed: Killed

    before(async () => {
      site = await Site.start(engine)
      killed = await killAtRandom(site, KILLS, SEED)
    })
    after(() => site.stop())

    it(`leaves nothing that no order of what was asked explains, over ${KILLS} kills, seed ${SEED}`, () => {
      expect(killed.faults.join('\n')).to.equal('')
      expect(killed.operations).to.be.greaterThan(KILLS * 5)
    })

    it('answers again soon after each', () => {
      const middle = [...killed.starts].sort((one, other) => one - other)[Math.floor(KILLS / 2)]
      expect(middle).to.be.below(5000)
    })

    it('made one link for each key, and every acknowledged one is there (I30)', async () => {
      expect(await site.view.rows('select id from payment_links')).to.have.length(killed.links)
    })

    it('goes on as if nothing had happened (R76)', async () => {
      const link = await site.createLink()
      await site.pay(await site.openCheckout(link))
      await site.until(async () => (await site.link(link.id as string)).status === 'paid', 'paid')
    })
  })
}
