import { expect } from 'chai'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import type { Delivery } from '@paylink/core/webhooks/delivery'
import { delayAfter } from '@paylink/core/webhooks/retry-after'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { answering, type Received, verifies } from '../support/receiver.js'
import { Hooks } from './hooks.js'

/** How long the delivery rests after its last attempt. */
function pauseOf({ attempts, nextAttemptAt }: Delivery): number {
  const last = attempts.at(-1)
  if (!last || nextAttemptAt === null) throw new Error('it does not rest')
  return Date.parse(nextAttemptAt) - (Date.parse(last.at) + last.ms)
}

const timeOf = ({ headers }: Received): number => Number(headers['webhook-timestamp'])

for (const engine of ENGINES) {
  describe(`a delivery that fails on ${engine}`, () => {
    let hooks: Hooks
    before(async () => {
      hooks = await Hooks.start(engine)
      hooks.paylink.clock.stop()
    })
    after(() => hooks.stop())

    it('is attempted eleven times on schedule, with the same bytes and id and a new signature, and then not again (I26, I27)', async () => {
      const { paylink, receiver } = hooks
      const endpoint = await hooks.register()
      receiver.conduct(endpoint.path, answering(500))
      const [eventId] = await hooks.announce()
      let [delivery] = (await hooks.rested(endpoint)) as [Delivery]
      for (let number = 1; number <= 10; number++) {
        expect(delivery.status).to.equal('scheduled')
        expect(delivery.attempts.map(({ status }) => status)).to.deep.equal(Array(number).fill(500))
        const own = delayAfter(delivery.id, number, null) ?? 0
        expect(pauseOf(delivery)).to.equal(own)
        if (number === 3) {
          paylink.clock.advance(own - 10 * SECOND_MS)
          await hooks.look()
          expect(receiver.at(endpoint.path)).to.have.length(number)
        }
        delivery = await hooks.nextAttempt(endpoint)
      }
      expect([delivery.status, delivery.nextAttemptAt, delivery.attempts.length]).to.deep.equal(['exhausted', null, 11])
      paylink.clock.advance(48 * HOUR_MS)
      await hooks.rested(endpoint)

      const came = receiver.at(endpoint.path)
      expect(came).to.have.length(11)
      expect(new Set(came.map(({ body }) => body)).size).to.equal(1)
      expect(new Set(came.map(({ headers }) => headers['webhook-id']))).to.deep.equal(new Set([eventId]))
      expect(new Set(came.map(({ headers }) => headers['service-signature'])).size).to.equal(11)
      expect(new Set(came.map(({ headers }) => headers['webhook-signature'])).size).to.equal(11)
      for (const [index, one] of came.entries()) {
        expect(verifies(endpoint.secret, one)).to.equal(true)
        expect(Math.abs(timeOf(one) * SECOND_MS - Date.parse(delivery.attempts[index]!.at))).to.be.below(SECOND_MS)
      }
      const lasted = (timeOf(came[10]!) - timeOf(came[0]!)) * SECOND_MS
      expect(Math.abs(lasted - 43.7 * HOUR_MS)).to.be.below(35 * MINUTE_MS)
    })

    it('ends as soon as the receiver is repaired', async () => {
      const endpoint = await hooks.register()
      hooks.receiver.conduct(endpoint.path, (response, _, nth) => void response.writeHead(nth < 4 ? 500 : 202).end())
      await hooks.announce()
      await hooks.rested(endpoint)
      for (let number = 2; number <= 4; number++) await hooks.nextAttempt(endpoint)
      const [delivery] = await hooks.deliveries(endpoint)
      expect(delivery!.status).to.equal('delivered')
      expect(delivery!.attempts.map(({ status }) => status)).to.deep.equal([500, 500, 500, 202])
      hooks.paylink.clock.advance(24 * HOUR_MS)
      await hooks.rested(endpoint)
      expect(hooks.receiver.at(endpoint.path)).to.have.length(4)
    })

    it('waits as long as the receiver asks, up to an hour, and never shorter than it would', async () => {
      const inMs = (ms: number): string => new Date(hooks.paylink.clock.now().getTime() + ms).toUTCString()
      const requested: [header: string, leastMs: number, mostMs: number][] = [
        ['600', 600_000, 600_000],
        [inMs(45 * MINUTE_MS), 44 * MINUTE_MS, 45 * MINUTE_MS],
        ['86400', HOUR_MS, HOUR_MS],
        [inMs(-MINUTE_MS), 28_500, 31_500],
        ['1', 28_500, 31_500],
        ['when it suits you', 28_500, 31_500],
      ]
      const endpoints = await Promise.all(requested.map(() => hooks.register()))
      for (const [index, { path }] of endpoints.entries()) {
        hooks.receiver.conduct(path, answering(index % 2 === 0 ? 503 : 429, { 'retry-after': requested[index]![0] }))
      }
      await hooks.announce()
      for (const [index, endpoint] of endpoints.entries()) {
        const [, leastMs, mostMs] = requested[index]!
        const [delivery] = await hooks.rested(endpoint)
        expect(pauseOf(delivery!), requested[index]![0]).to.be.within(leastMs, mostMs)
      }
    })

    it('continues where it was after the service is stopped and started again', async () => {
      const endpoint = await hooks.register()
      hooks.receiver.conduct(endpoint.path, (response, _, nth) => void response.writeHead(nth < 4 ? 500 : 200).end())
      await hooks.announce()
      await hooks.rested(endpoint)
      const before = await hooks.nextAttempt(endpoint)
      await hooks.paylink.restart()
      const [after] = await hooks.rested(endpoint)
      expect(after).to.deep.equal(before)
      await hooks.nextAttempt(endpoint)
      await hooks.paylink.restart()
      const delivered = await hooks.nextAttempt(endpoint)
      expect([delivered.status, delivered.attempts.length]).to.deep.equal(['delivered', 4])
      expect(new Set(hooks.receiver.at(endpoint.path).map(({ body }) => body)).size).to.equal(1)
    })

    it('is sent again at once when the service was stopped while the receiver took its time', async () => {
      const { paylink, receiver } = hooks
      const endpoint = await hooks.register()
      receiver.conduct(endpoint.path, (response, _, nth) => void (nth > 1 && response.writeHead(200).end()))
      const [eventId] = await hooks.announce()
      await receiver.came(endpoint.path, 1)
      paylink.timer.haste = 50
      await hooks.paylink.restart()
      paylink.timer.haste = 1
      const came = await receiver.came(endpoint.path, 2)
      expect(came.map(({ event }) => event.id as string)).to.deep.equal([eventId, eventId])
      const [delivery] = await eventually(
        () => hooks.deliveries(endpoint),
        ([{ status }]: any) => status === 'delivered',
      )
      // An attempt that we aborted is no evidence about the receiver.
      expect(delivery!.attempts.map(({ status }) => status)).to.deep.equal([200])
    })

    it('is recorded although the clock was set while the receiver took its time', async () => {
      const { paylink, receiver } = hooks
      for (const weeks of [-1, 5]) {
        const endpoint = await hooks.register()
        receiver.conduct(endpoint.path, (response) => {
          paylink.clock.advance(weeks * 7 * 24 * HOUR_MS)
          response.writeHead(200).end()
        })
        await hooks.announce(1)
        const [delivery] = await eventually(
          () => hooks.deliveries(endpoint),
          ([{ status }]: any) => status === 'delivered',
        )
        expect(delivery!.attempts[0]!.ms).to.equal(weeks < 0 ? 0 : 10_000)
      }
    })
  })
}
