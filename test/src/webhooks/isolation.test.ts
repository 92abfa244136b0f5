import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import type { EventType } from '@paylink/core/webhooks/event'
import { ENDPOINT_LIMITS } from '@paylink/core/webhooks/deliver-webhooks'
import { SwitchEndpoint } from '@paylink/core/webhooks/switch-endpoint'
import { ENGINES } from '../support/engines.js'
import { DEADLINE_MS } from '@paylink/core/webhooks/send-webhook'
import { freePort } from '../support/free-port.js'
import { answering } from '../support/receiver.js'
import { type EndpointOfTest, Hooks } from './hooks.js'

const A_WHILE_MS = 40

for (const engine of ENGINES) {
  describe(`isolation of endpoints on ${engine} (I29)`, () => {
    let hooks: Hooks
    let held: ServerResponse[]
    before(async () => (hooks = await Hooks.start(engine)))
    beforeEach(() => (held = []))
    afterEach(() => hooks.paylink.timer.release())
    after(() => hooks.stop())

    const registerMany = (count: number, events: EventType[]): Promise<EndpointOfTest[]> =>
      Promise.all(Array.from({ length: count }, () => hooks.register({ events })))
    /** They answer when they are let go, and until then no deadline ends their attempts. */
    const stall = (endpoints: readonly EndpointOfTest[]): void => {
      hooks.paylink.timer.hold(DEADLINE_MS)
      for (const { path } of endpoints) hooks.receiver.conduct(path, (response) => void held.push(response))
    }
    const switchOff = (endpoints: readonly { id: string }[]) =>
      Promise.all(
        endpoints.map(({ id }) =>
          hooks.container.get(SwitchEndpoint).disable(actForAccount(OPERATOR, hooks.paylink.account.id), id),
        ),
      )

    async function letGo(endpoints: readonly EndpointOfTest[]): Promise<void> {
      for (const { path } of endpoints) hooks.receiver.conduct(path, answering(200))
      await switchOff(endpoints)
      for (const response of held) response.end()
    }

    const cameToEach = (endpoints: readonly EndpointOfTest[], count: number) =>
      Promise.all(endpoints.map(({ path }) => hooks.receiver.came(path, count)))

    it('receive ten events each while a tenth endpoint does not respond', async () => {
      const [silent, ...healthy] = await registerMany(10, ['payment.succeeded'])
      stall([silent!])
      await hooks.announce(10, { type: 'payment.succeeded' })
      await cameToEach(healthy, 10)
      expect(held).to.have.length.within(1, ENDPOINT_LIMITS.perLane)
      await letGo([silent!, ...healthy])
    })

    it('receive an event while sixty others do not respond', async () => {
      const silent = await registerMany(60, ['payment.failed'])
      stall(silent)
      const healthy = await registerMany(3, ['payment.failed', 'payment.canceled'])
      await hooks.announce(2, { type: 'payment.failed' })
      await hooks.announce(2, { type: 'payment.canceled' })
      await cameToEach(healthy, 4)
      await letGo([...silent, ...healthy])
    })

    it('receive an event while another endpoint is dead with 500 events due', async () => {
      const dead = await hooks.register({
        url: `http://127.0.0.1:${await freePort()}/hook`,
        events: ['payment_link.paid'],
      })
      const healthy = await hooks.register({ events: ['payment.canceled'] })
      await hooks.announce(500, { type: 'payment_link.paid' })
      await hooks.announce(1, { type: 'payment.canceled' })
      await cameToEach([healthy], 1)
      const waiting = (await hooks.deliveries(dead)).filter(({ attempts }) => attempts.length === 0)
      expect(waiting.length).to.be.greaterThan(100)
      await switchOff([dead, healthy])
    })

    it('are told of four events at a time, and while they fail of one', async () => {
      const endpoint = await hooks.register({ events: ['payment_link.disabled'] })
      const atOnce: number[] = []
      let open = 0
      let status = 200
      hooks.receiver.conduct(endpoint.path, (response) => {
        atOnce.push(++open)
        setTimeout(() => {
          open--
          response.writeHead(status).end()
        }, A_WHILE_MS)
      })
      await hooks.announce(12, { type: 'payment_link.disabled' })
      await hooks.rested(endpoint)
      expect(Math.max(...atOnce)).to.equal(ENDPOINT_LIMITS.perLane)
      expect(atOnce).to.have.length(12)

      status = 500
      await hooks.announce(12, { type: 'payment_link.disabled' })
      await hooks.rested(endpoint)
      const failing = atOnce.slice(12)
      expect(failing).to.have.length(12)
      expect(Math.max(...failing)).to.be.at.most(ENDPOINT_LIMITS.perLane)
      // The first four were on their way before it was known.
      expect(failing.slice(ENDPOINT_LIMITS.perLane)).to.deep.equal(Array(8).fill(1))
      await switchOff([endpoint])
    })
  })
}
