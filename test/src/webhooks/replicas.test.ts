import { expect } from 'chai'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { Appliance } from '@paylink/core/composition/appliance'
import { Workers } from '@paylink/core/work/workers.repository'
import { SECOND_MS } from '@paylink/core/kernel/clock'
import { SystemRandom } from '@paylink/core/kernel/random'
import { DeliverWebhooks } from '@paylink/core/webhooks/deliver-webhooks'
import { SwitchEndpoint } from '@paylink/core/webhooks/switch-endpoint'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { SilentLog, TestTimer } from '../support/ports.js'
import { Hooks } from './hooks.js'

const EVENTS = 150
const A_CLAIM_MS = 20 * SECOND_MS

if (ENGINES.includes('postgres')) {
  describe('two processes on one Postgres (I27, I28)', () => {
    let hooks: Hooks
    let other: Appliance
    const otherTimer = new TestTimer()
    before(async () => {
      hooks = await Hooks.start('postgres')
      const { settings, clock } = hooks.paylink
      const ports = { clock, log: new SilentLog(), random: new SystemRandom(), timer: otherTimer }
      other = await Appliance.start(settings, { http: false, jobs: true }, ports)
      // Both are one process to the operating system: who starts takes the one before for its own dead past.
      await hooks.container.get(Workers).beat()
    })
    after(async () => {
      await hooks.receiver.stop()
      await other.stop()
      await hooks.paylink.stop()
    })

    it('share the work, and never send one event twice', async () => {
      const endpoint = await hooks.register({ events: ['payment.succeeded'] })
      const open = new Set<string>()
      let twiceAtOnce = 0
      hooks.receiver.conduct(endpoint.path, (response, { event }) => {
        if (open.has(event.id as string)) twiceAtOnce++
        open.add(event.id as string)
        setTimeout(() => {
          open.delete(event.id as string)
          response.writeHead(200).end()
        }, 5)
      })
      const claimants = new Set<string>()
      const watching = setInterval(() => {
        void hooks.paylink
          .db('webhook_deliveries')
          .where({ status: 'sending' })
          .pluck<string[]>('claimed_by')
          .then((ids) => ids.forEach((id) => claimants.add(id)))
      }, 5)
      const ids = await hooks.announce(EVENTS)
      const came = await hooks.receiver.came(endpoint.path, EVENTS)
      clearInterval(watching)
      const deliveries = await hooks.rested(endpoint)
      expect(deliveries.every(({ status, attempts }) => status === 'delivered' && attempts.length === 1)).to.equal(true)
      expect(hooks.receiver.at(endpoint.path)).to.have.length(EVENTS)
      expect(came.map(({ event }) => event.id as string).sort()).to.deep.equal(ids)
      expect(twiceAtOnce).to.equal(0)
      expect(claimants.size).to.equal(2)
    })

    /** The answers to the one who loses its claim, which comes late, and to the one who takes over. */
    const LATE: readonly [first: number, second: number, statuses: number[]][] = [
      [500, 200, [200, 500]],
      [200, 500, [500, 200]],
    ]
    for (const [first, second, statuses] of LATE) {
      it(`take over a delivery once its claim expires; ${first} to it comes late, ${second} does not`, async () => {
        const { paylink, receiver } = hooks
        const endpoint = await hooks.register({ events: ['payment.failed'] })
        let answerLate: () => void = () => undefined
        receiver.conduct(endpoint.path, (response, _, nth) => {
          if (nth === 1) answerLate = () => void response.writeHead(first).end()
          else response.writeHead(second).end()
        })
        const [eventId] = await hooks.announce(1, { type: 'payment.failed' })
        await receiver.came(endpoint.path, 1)
        const look = () => Promise.all([hooks.look(), other.composition.container.get(DeliverWebhooks).look()])
        const row = () =>
          paylink.db('webhook_deliveries').where({ event_id: eventId, endpoint_id: endpoint.id }).first()
        const { claimed_by: holder } = await row()
        paylink.clock.advance(A_CLAIM_MS - 5 * SECOND_MS)
        await look()
        expect((await row()).claimed_by).to.equal(holder)
        paylink.clock.advance(6 * SECOND_MS)
        await look()
        const came = await receiver.came(endpoint.path, 2)
        expect(new Set(came.map(({ body }) => body)).size).to.equal(1)
        await eventually(row, ({ attempts }) => attempts === 1)
        answerLate()
        const seen = () => paylink.db('webhook_attempts as a').join('webhook_deliveries as d', 'd.id', 'a.delivery_id')
        const ofIt = { event_id: eventId, endpoint_id: endpoint.id }
        await eventually(
          () => seen().where(ofIt).orderBy('a.seq').pluck<number[]>('a.status'),
          (came) => JSON.stringify(came) === JSON.stringify(statuses),
        )
        expect(await row()).to.include({ status: 'delivered', next_attempt_at: null })
        await hooks.container.get(SwitchEndpoint).disable(actForAccount(OPERATOR, paylink.account.id), endpoint.id)
      })
    }
  })
}
