import { expect } from 'chai'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@paylink/core/kernel/clock'
import { WatchEndpoints } from '@paylink/core/webhooks/watch-endpoints'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { answering } from '../support/receiver.js'
import { type EndpointOfTest, Hooks } from './hooks.js'

for (const engine of ENGINES) {
  describe(`an endpoint that fails on ${engine}`, () => {
    let hooks: Hooks
    before(async () => (hooks = await Hooks.start(engine)))
    after(() => hooks.stop())

    const endpointRow = ({ id }: EndpointOfTest) => hooks.paylink.db('webhook_endpoints').where({ id }).first()
    const alertsOf = ({ id }: EndpointOfTest) =>
      hooks.paylink.db('alerts').where({ target: id }).orderBy('raised_at').pluck<string[]>('kind')
    const auditOf = ({ id }: EndpointOfTest) =>
      hooks.paylink.db('audit_entries').where({ target: id }).orderBy('seq').select('action', 'actor', 'details')
    const watch = () => hooks.container.get(WatchEndpoints).run()

    it('is disabled at once by a 410, with all its scheduled deliveries; the others continue (R209)', async () => {
      const gone = await hooks.register()
      const other = await hooks.register()
      hooks.receiver.conduct(gone.path, answering(500))
      hooks.receiver.conduct(other.path, answering(500))
      await hooks.announce(2)
      await Promise.all([gone, other].map((endpoint) => hooks.rested(endpoint)))
      hooks.receiver.conduct(gone.path, answering(410))
      await hooks.announce()
      const deliveries = await eventually(
        () => hooks.deliveries(gone),
        (seen) => seen.every(({ status }) => status === 'stopped'),
      )
      expect(deliveries).to.have.length(3)
      expect(deliveries[0]!.attempts.map(({ status }) => status)).to.deep.equal([410])
      expect(await endpointRow(gone)).to.include({ status: 'disabled', disabled_reason: 'gone' })
      expect(await alertsOf(gone)).to.deep.equal(['webhook_endpoint.disabled'])
      const audited = await auditOf(gone)
      expect(audited.map(({ action }) => action as string)).to.deep.equal([
        'webhook_endpoint.created',
        'webhook_endpoint.disabled',
      ])
      expect(JSON.parse(audited[1].details as string)).to.deep.equal({ reason: 'gone' })

      const count = hooks.receiver.at(gone.path).length
      await hooks.announce()
      hooks.paylink.clock.advance(HOUR_MS)
      await hooks.look()
      await hooks.rested(other)
      expect(hooks.receiver.at(gone.path)).to.have.length(count)
      expect(await hooks.deliveries(gone)).to.have.length(3)
      expect((await hooks.deliveries(other)).map(({ status }) => status)).to.deep.equal(Array(4).fill('scheduled'))
      hooks.receiver.conduct(other.path, answering(200))
      hooks.paylink.clock.advance(DAY_MS)
      await hooks.rested(other)
    })

    it('is reported once after a day, and disabled after five with ten events; not with nine, nor if it answered well in between', async () => {
      const { paylink, receiver } = hooks
      const ten = await hooks.register({ events: ['payment.failed'] })
      const nine = await hooks.register({ events: ['payment.canceled'] })
      const recovering = await hooks.register({ events: ['payment_link.disabled'] })
      const all = [ten, nine, recovering]
      for (const { path } of all) receiver.conduct(path, answering(500))
      await hooks.announce(10, { type: 'payment.failed' })
      await hooks.announce(9, { type: 'payment.canceled' })
      await hooks.announce(10, { type: 'payment_link.disabled' })
      const restAll = () => Promise.all(all.map((endpoint) => hooks.rested(endpoint)))
      await restAll()
      paylink.clock.advance(DAY_MS - MINUTE_MS)
      await restAll()
      await watch()
      expect(await Promise.all(all.map(alertsOf))).to.deep.equal([[], [], []])
      paylink.clock.advance(2 * MINUTE_MS)
      for (let times = 0; times < 3; times++) await watch()
      expect(await Promise.all(all.map(alertsOf))).to.deep.equal(all.map(() => ['webhook_endpoint.failing']))

      const before = receiver.at(recovering.path).length
      receiver.conduct(recovering.path, (response, _, nth) => {
        response.writeHead(nth === before + 1 ? 200 : 500).end()
      })
      await hooks.announce(10, { type: 'payment_link.disabled' })
      await restAll()
      await watch()
      expect(await alertsOf(recovering)).to.deep.equal([])
      expect(await alertsOf(nine)).to.deep.equal(['webhook_endpoint.failing'])
      paylink.clock.advance(4 * DAY_MS - 5 * MINUTE_MS)
      await restAll()
      await watch()
      expect((await Promise.all(all.map(endpointRow))).map(({ status }) => status as string)).to.deep.equal(
        all.map(() => 'enabled'),
      )
      paylink.clock.advance(10 * MINUTE_MS)
      await watch()
      expect(await endpointRow(ten)).to.include({ status: 'disabled', disabled_reason: 'failing' })
      expect(await alertsOf(ten)).to.deep.equal(['webhook_endpoint.disabled'])
      expect((await auditOf(ten)).at(-1)).to.include({ action: 'webhook_endpoint.disabled' })
      expect(await endpointRow(nine)).to.include({ status: 'enabled' })
      expect(await endpointRow(recovering)).to.include({ status: 'enabled' })
    })

    it('leaves its deliveries to be looked up for 30 days after their end, and no longer', async () => {
      const { paylink, receiver } = hooks
      const good = await hooks.register({ events: ['payment_link.paid'] })
      const bad = await hooks.register({ events: ['payment_link.paid'] })
      receiver.conduct(bad.path, answering(500))
      const [eventId] = await hooks.announce(1, { type: 'payment_link.paid' })
      const [delivered] = await hooks.rested(good)
      const [failed] = await hooks.rested(bad)
      const known = async (): Promise<number[]> => {
        await watch()
        const ids = [delivered!.id, failed!.id]
        const deliveries = await paylink.db('webhook_deliveries').whereIn('id', ids).pluck('id')
        const attempts = await paylink.db('webhook_attempts').whereIn('delivery_id', ids).pluck('seq')
        return [deliveries.length, attempts.length]
      }
      paylink.clock.advance(30 * DAY_MS - MINUTE_MS)
      await hooks.rested(bad)
      expect(await known()).to.deep.equal([2, 3])
      paylink.clock.advance(2 * MINUTE_MS)
      await hooks.rested(bad)
      // The other one has not ended yet.
      expect((await known())[0]).to.equal(1)
      expect(await paylink.db('events').where({ id: eventId }).pluck('id')).to.deep.equal([eventId])
    })
  })
}
