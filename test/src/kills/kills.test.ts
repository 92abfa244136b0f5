import { expect } from 'chai'
import { HOUR_MS } from '@paylink/core/kernel/clock'
import { ENGINES } from '../support/engines.js'
import { Site } from '../support/site.js'
import { chance, oneOf } from './chance.js'
import { QUICK_FORMS } from './forms/forms.js'
import { formShopOf } from './forms/form-shop.js'
import { countPoints, killAt } from './points.js'
import { type Killed, killAtRandom } from './random.js'
import { hasStrace, TO_INSTALL } from './strace.js'
import { expectDelivered, receiverOf, TO_LOOPBACK } from './webhook-scenario.js'

const KILLS = Number(process.env['KILLS'] ?? 5)
const SEED = Number(process.env['SEED'] ?? 1)
const KILLED_FORMS = 2

for (const engine of ENGINES) {
  describe(`kill -9 of a real server under load on ${engine} (I30, I54)`, () => {
    let site: Site
    let killed: Killed

    before(async () => {
      site = await Site.start(engine, TO_LOOPBACK)
      await formShopOf(site)
      killed = await killAtRandom(site, KILLS, SEED)
    })
    after(() => site.stop())

    it(`leaves a history that some order of the requests explains, over ${KILLS} kills, seed ${SEED}`, () => {
      expect(killed.faults.join('\n')).to.equal('')
      expect(killed.operations).to.be.greaterThan(KILLS * 5)
    })

    it('made one link for each key, and every acknowledged one is there (I30)', async () => {
      expect(await site.view.rows('select id from payment_links')).to.have.length(killed.links)
    })

    it('continues without a restart (R76)', async () => {
      const link = await site.createLink()
      await site.pay(await site.openCheckout(link))
      await site.until(async () => (await site.link(link.id)).status === 'paid', 'paid')
    })

    it('repeats a delivery that was cut off without waiting for its claim to expire (I26, I27)', async () => {
      const receiver = await receiverOf(site)
      site.server.prepareNext()
      receiver.conduct('/hook', (response, _, nth) => void (nth > 1 && response.writeHead(200).end()))
      const { id } = await site.createLink()
      expect((await site.api('POST', `/v1/payment_links/${id}/disable`)).status).to.equal(200)
      const [first] = await receiver.came('/hook', 1)
      await site.server.kill()
      const inAnHour = new Date(Date.now() + HOUR_MS).toISOString()
      const letGo = await site.view.change([`update webhook_deliveries set next_attempt_at = '${inAnHour}'`])
      await site.server.start()
      letGo()
      const [, second] = await receiver.came('/hook', 2)
      expect([second!.body, second!.headers['webhook-id']]).to.deep.equal([first!.body, first!.headers['webhook-id']])
      const isDelivered = async () => {
        const rows = await site.view.rows('select status from webhook_deliveries')
        return rows.every(({ status }) => status === 'delivered')
      }
      await site.until(isDelivered, 'delivered')
      await expectDelivered(site, [id], ['payment_link.disabled'])
      const attempts = await site.view.rows('select status from webhook_attempts')
      expect(attempts.map(({ status }) => Number(status))).to.deep.equal([200])
    })

    const forms = 'does what a form of the dashboard asks once or not at all'
    if (!hasStrace()) it(`${forms}: was not tried: ${TO_INSTALL}`)
    else
      it(`${forms}, at ${KILLED_FORMS} of all points, seed ${SEED}`, async () => {
        const next = chance(SEED + ENGINES.indexOf(engine))
        for (let killed = 0; killed < KILLED_FORMS; killed++) {
          const scenario = oneOf(next, QUICK_FORMS)
          const points = [...(await countPoints(site, scenario))]
          const [syscall, most] = oneOf(next, points)
          await killAt(site, scenario, { syscall, count: 1 + Math.floor(next() * most) }, false)
        }
      })
  })
}
