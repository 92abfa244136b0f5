import { expect } from 'chai'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { HOUR_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import { Deliveries } from '@paylink/core/webhooks/deliveries.repository'
import { Endpoints } from '@paylink/core/webhooks/endpoints.repository'
import { SwitchEndpoint } from '@paylink/core/webhooks/switch-endpoint'
import { WatchEndpoints } from '@paylink/core/webhooks/watch-endpoints'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { Hooks } from './hooks.js'

for (const engine of ENGINES) {
  describe(`failed deliveries on ${engine} (I27)`, () => {
    let hooks: Hooks
    before(async () => (hooks = await Hooks.start(engine)))
    after(() => hooks.stop())

    const change = (table: string, id: string, changes: object) =>
      hooks.container.get(UnitOfWork).run((tx) => tx(table).where({ id }).update(changes))

    it('a look that fails is followed by the next', async () => {
      const deliveries = hooks.container.get(Deliveries)
      const endpointsWithDue = deliveries.endpointsWithDue.bind(deliveries)
      let failures = 0
      deliveries.endpointsWithDue = () => Promise.reject(new Error(`no database, ${String(++failures)}`))
      // This wake-up makes the worker look at everything.
      if (engine === 'postgres') await hooks.paylink.db.raw("select pg_notify('paylink_due', '')")
      await eventually(
        () => Promise.resolve(failures),
        (count) => count >= 2,
      )
      deliveries.endpointsWithDue = endpointsWithDue
      const endpoint = await hooks.register()
      await hooks.announce()
      await hooks.receiver.came(endpoint.path, 1)
    })

    it('no delivery is stopped of an endpoint that was enabled again in the meantime', async () => {
      const endpoint = await hooks.register()
      hooks.receiver.conduct(endpoint.path, (response) => void response.writeHead(500).end())
      await hooks.announce(2)
      await hooks.rested(endpoint)
      await hooks.container.get(Deliveries).stopAllOf(endpoint.id)
      const statuses = (await hooks.deliveries(endpoint)).map(({ status }) => status)
      expect(statuses).to.deep.equal(['scheduled', 'scheduled'])
    })

    it('a secret that cannot be opened makes an attempt that failed, and is noticed as one', async () => {
      const endpoint = await hooks.register()
      const other = await hooks.register()
      const { sealed_secret } = await hooks.paylink.db('webhook_endpoints').where({ id: other.id }).first()
      await change('webhook_endpoints', endpoint.id, { sealed_secret })
      await hooks.announce()
      const [delivery] = await hooks.rested(endpoint)
      expect(delivery).to.include({ status: 'scheduled' })
      expect(delivery?.attempts.map(({ status }) => status)).to.deep.equal([null])
      expect(delivery?.attempts[0]?.error).to.match(/secret cannot be opened/)
      const row = await hooks.paylink.db('webhook_endpoints').where({ id: endpoint.id }).first()
      expect(row.failing_since).not.to.equal(null)
    })

    it('a worker that dies between a 410 and disabling the endpoint gets the 410 again, and then disables it', async () => {
      const endpoint = await hooks.register()
      hooks.receiver.conduct(endpoint.path, (response) => void response.writeHead(410).end())
      const switchEndpoint = hooks.container.get(SwitchEndpoint)
      const gone = switchEndpoint.disableGone.bind(switchEndpoint)
      switchEndpoint.disableGone = () => Promise.reject(new Error('killed here'))
      await hooks.announce()
      await hooks.rested(endpoint)
      switchEndpoint.disableGone = gone
      await hooks.nextAttempt(endpoint)
      const deliveries = await eventually(
        () => hooks.deliveries(endpoint),
        (seen) => seen.every(({ status }) => status === 'stopped'),
      )
      expect(deliveries.map(({ attempts }) => attempts.length)).to.deep.equal([2])
    })

    it('deliveries that a worker did not stop before it died are stopped by the watch', async () => {
      const endpoint = await hooks.register()
      hooks.receiver.conduct(endpoint.path, (response) => void response.writeHead(500).end())
      await hooks.announce(2)
      await hooks.rested(endpoint)
      await change('webhook_endpoints', endpoint.id, { status: 'disabled', disabled_reason: 'operator' })
      await hooks.container.get(WatchEndpoints).run()
      const statuses = (await hooks.deliveries(endpoint)).map(({ status }) => status)
      expect(statuses).to.deep.equal(['stopped', 'stopped'])
    })

    it('a clock that was set back postpones no first attempt', async () => {
      const endpoint = await hooks.register()
      const off = new Date(hooks.paylink.clock.now().getTime() + HOUR_MS).toISOString()
      hooks.receiver.conduct(endpoint.path, (response) => void response.writeHead(500).end())
      await hooks.announce()
      const [retry] = await hooks.rested(endpoint)
      const [first] = await hooks.announce()
      await hooks.rested(endpoint)
      await change('webhook_deliveries', (await hooks.deliveries(endpoint))[0]!.id, {
        attempts: 0,
        next_attempt_at: off,
      })
      await hooks.container.get(WatchEndpoints).run()
      await hooks.look()
      const came = await hooks.receiver.came(endpoint.path, 3)
      expect(came[2]?.event.id).to.equal(first)
      const [, untouched] = await hooks.deliveries(endpoint)
      expect(untouched?.nextAttemptAt).to.equal(retry?.nextAttemptAt)
    })

    if (engine === 'postgres') {
      it('disabling an endpoint does not delay payments', async () => {
        const endpoint = await hooks.register()
        let letGo: () => void = () => undefined
        const held = new Promise<void>((resolve) => (letGo = resolve))
        let turningOff: Promise<void> | undefined
        await new Promise<void>((locked) => {
          turningOff = hooks.container.get(UnitOfWork).run(async (tx) => {
            await hooks.container.get(Endpoints).lock(tx, hooks.paylink.account.id, endpoint.id)
            locked()
            await held
          })
        })
        let announced = false
        await Promise.race([
          hooks.announce().then(() => (announced = true)),
          new Promise((resolve) => setTimeout(resolve, SECOND_MS)),
        ])
        letGo()
        await turningOff
        expect(announced).to.equal(true)
      })
    }
  })
}
