import { expect } from 'chai'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@paylink/core/kernel/clock'
import { Problem } from '@paylink/core/kernel/problem'
import { ResendEvents } from '@paylink/core/webhooks/resend-events'
import { SwitchEndpoint } from '@paylink/core/webhooks/switch-endpoint'
import { ENGINES } from '../support/engines.js'
import { Merchant } from '../support/merchants.js'
import { answering } from '../support/receiver.js'
import { type EndpointOfTest, Hooks } from './hooks.js'

/** The code of the problem, if it is refused. */
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'taken',
    (error: unknown) => {
      if (!(error instanceof Problem)) throw error
      return error.code
    },
  )

for (const engine of ENGINES) {
  describe(`sending events again on ${engine}`, () => {
    let hooks: Hooks
    before(async () => (hooks = await Hooks.start(engine)))
    after(() => hooks.stop())

    const operator = () => actForAccount(OPERATOR, hooks.paylink.account.id)
    const one = (eventId: string, endpoint?: { id: string }) =>
      hooks.container.get(ResendEvents).one(operator(), eventId, endpoint?.id)
    const many = (filter: object, endpoint?: { id: string }) =>
      hooks.container.get(ResendEvents).many(operator(), endpoint?.id, filter)
    const disable = ({ id }: { id: string }) => hooks.container.get(SwitchEndpoint).disable(operator(), id)
    const enable = ({ id }: { id: string }) => hooks.container.get(SwitchEndpoint).enable(operator(), id)
    const idsAt = ({ path }: EndpointOfTest): string[] => hooks.receiver.at(path).map(({ event }) => event.id as string)
    const now = (): string => hooks.paylink.clock.now().toISOString()

    it('makes a new delivery of the same bytes, with attempts of its own', async () => {
      const endpoint = await hooks.register()
      hooks.receiver.conduct(endpoint.path, answering(500))
      const [eventId] = await hooks.announce()
      await hooks.rested(endpoint)
      await hooks.nextAttempt(endpoint)
      hooks.receiver.conduct(endpoint.path, answering(200))
      expect(await one(eventId!, endpoint)).to.deep.equal([{ endpointId: endpoint.id, events: 1 }])
      await hooks.receiver.came(endpoint.path, 3)
      const [again, before] = await hooks.rested(endpoint)
      expect([again!.eventId, again!.status, again!.attempts.length]).to.deep.equal([eventId, 'delivered', 1])
      expect([before!.eventId, before!.status, before!.attempts.length]).to.deep.equal([eventId, 'scheduled', 2])
      expect(new Set(hooks.receiver.at(endpoint.path).map(({ body }) => body)).size).to.equal(1)
      const audited = await hooks.paylink.db('audit_entries').where({ target: eventId }).pluck('action')
      expect(audited).to.deep.equal(['event.resent'])
      await disable(endpoint)
    })

    it('goes to the endpoint that is named, or to all that are enabled for the event', async () => {
      const [eventId] = await hooks.announce(1, { type: 'payment.failed' })
      const a = await hooks.register()
      const b = await hooks.register({ events: ['payment.failed'] })
      const deaf = await hooks.register({ events: ['payment_link.paid'] })
      const off = await hooks.register()
      const live = await hooks.register({ livemode: true })
      await disable(off)
      const resent = await one(eventId!)
      expect(resent.map(({ endpointId }) => endpointId)).to.have.members([a.id, b.id])
      await Promise.all([a, b].map((endpoint) => hooks.receiver.came(endpoint.path, 1)))
      // Named, it hears what it did not ask for.
      expect(await one(eventId!, deaf)).to.have.length(1)
      await hooks.receiver.came(deaf.path, 1)
      expect([idsAt(a), idsAt(b), idsAt(deaf), idsAt(off), idsAt(live)]).to.deep.equal([
        ...[[eventId], [eventId], [eventId]],
        ...[[], []],
      ])
      await Promise.all([a, b, deaf, live].map(disable))
    })

    it('is refused for what is another account’s, of the other mode, or disabled', async () => {
      const endpoint = await hooks.register()
      const live = await hooks.register({ livemode: true })
      const off = await hooks.register()
      await disable(off)
      const [eventId] = await hooks.announce(1)
      const [liveEvent] = await hooks.announce(1, { livemode: true })
      const other = await Merchant.join(hooks.paylink, { connected: false })
      const theirs = await hooks.register({ accountId: other.account.id })
      const resendEvents = hooks.container.get(ResendEvents)
      const asThem = actForAccount(OPERATOR, other.account.id)
      await Promise.all([endpoint, live].map((each) => hooks.rested(each)))
      const count = async () => Number((await hooks.paylink.db('webhook_deliveries').count({ n: '*' }))[0]!['n'])
      const before = await count()
      expect(await refusal(one(eventId!, live))).to.equal('validation_error')
      expect(await refusal(one(liveEvent!, endpoint))).to.equal('validation_error')
      expect(await refusal(one(eventId!, off))).to.equal('validation_error')
      expect(await refusal(one(eventId!, theirs))).to.equal('not_found')
      expect(await refusal(one('evt_unknown', endpoint))).to.equal('not_found')
      expect(await refusal(one(eventId!, { id: 'hook_unknown' }))).to.equal('not_found')
      expect(await refusal(resendEvents.one(asThem, eventId!, theirs.id))).to.equal('not_found')
      expect(await refusal(resendEvents.one(asThem, eventId!, undefined))).to.equal('not_found')
      expect(await refusal(many({ onlyUndelivered: true }, off))).to.equal('validation_error')
      expect(await refusal(many({ onlyUndelivered: true }, theirs))).to.equal('not_found')
      expect(await resendEvents.many(asThem, undefined, {})).to.deep.equal([{ endpointId: theirs.id, events: 0 }])
      expect(await count()).to.equal(before)
      await Promise.all([endpoint, live].map(disable))
    })

    it('is refused for a period that ends before it begins', async () => {
      const since = now()
      for (const until of [since, '2020-01-01T00:00:00.000Z']) {
        expect(await refusal(many({ since, until }))).to.equal('validation_error')
      }
    })

    it('resends a period: events from its beginning, and before its end', async () => {
      const { clock } = hooks.paylink
      await hooks.announce()
      clock.advance(MINUTE_MS)
      const endpoint = await hooks.register({ events: ['payment.succeeded'] })
      const since = now()
      const wanted = await hooks.announce(3)
      await hooks.announce(1, { type: 'payment.failed' })
      // A clock that is set while they are being sent would end their claims.
      await hooks.rested(endpoint)
      clock.advance(MINUTE_MS)
      const until = now()
      await hooks.announce(2)
      await hooks.receiver.came(endpoint.path, 5)
      expect(await many({ since, until }, endpoint)).to.deep.equal([{ endpointId: endpoint.id, events: 3 }])
      await hooks.receiver.came(endpoint.path, 8)
      await hooks.rested(endpoint)
      expect(idsAt(endpoint).slice(5).sort()).to.deep.equal(wanted)
      await disable(endpoint)
    })

    it('resends every failed event, each once, however often it is requested', async () => {
      const { paylink, receiver } = hooks
      const endpoint = await hooks.register({ events: ['payment.canceled'] })
      const announce = (count: number): Promise<string[]> => hooks.announce(count, { type: 'payment.canceled' })
      const delivered = await announce(2)
      await receiver.came(endpoint.path, 2)
      await hooks.rested(endpoint)

      receiver.conduct(endpoint.path, answering(500))
      const exhausted = await announce(1)
      await hooks.rested(endpoint)
      for (let failures = 1; failures <= 10; failures++) {
        paylink.clock.advance(17 * HOUR_MS)
        await hooks.rested(endpoint)
      }
      const stopped = await announce(1)
      await hooks.rested(endpoint)
      await disable(endpoint)
      const missed = await announce(1)
      await enable(endpoint)
      const onItsWay = await announce(1)
      const statuses = new Map((await hooks.rested(endpoint)).map(({ eventId, status }) => [eventId, status]))
      expect(
        [...delivered, ...exhausted, ...stopped, ...missed, ...onItsWay].map((id) => statuses.get(id)),
      ).to.deep.equal([...['delivered', 'delivered', 'exhausted', 'stopped'], ...[undefined, 'scheduled']])

      receiver.conduct(endpoint.path, answering(200))
      const before = receiver.at(endpoint.path).length
      const wanted = [...exhausted, ...stopped, ...missed]
      expect(await many({ onlyUndelivered: true }, endpoint)).to.deep.equal([{ endpointId: endpoint.id, events: 3 }])
      expect(await many({ onlyUndelivered: true }, endpoint)).to.deep.equal([{ endpointId: endpoint.id, events: 0 }])
      await receiver.came(endpoint.path, before + 3)
      await hooks.rested(endpoint)
      expect(await many({ onlyUndelivered: true }, endpoint)).to.deep.equal([{ endpointId: endpoint.id, events: 0 }])
      expect(idsAt(endpoint).slice(before).sort()).to.deep.equal(wanted.sort())
      paylink.clock.advance(DAY_MS)
      await hooks.rested(endpoint)
      expect(idsAt(endpoint).slice(before).sort()).to.deep.equal([...wanted, ...onItsWay].sort())
      await disable(endpoint)
    })

    it('resends more than one batch', async () => {
      const endpoint = await hooks.register({ events: ['payment_link.paid'] })
      await disable(endpoint)
      const missed = await hooks.announce(501, { type: 'payment_link.paid' })
      await enable(endpoint)
      expect(await many({ onlyUndelivered: true }, endpoint)).to.deep.equal([{ endpointId: endpoint.id, events: 501 }])
      const made = await hooks.paylink.db('webhook_deliveries').where({ endpoint_id: endpoint.id }).pluck('event_id')
      expect((made as string[]).sort()).to.deep.equal(missed)
      await disable(endpoint)
    })
  })
}
