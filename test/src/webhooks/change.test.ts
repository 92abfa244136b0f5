import { expect } from 'chai'
import type { ServerResponse } from 'node:http'
import { actFor, actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { DAY_MS } from '@paylink/core/kernel/clock'
import { Problem } from '@paylink/core/kernel/problem'
import { DeleteEndpoint } from '@paylink/core/webhooks/delete-endpoint'
import { Endpoints } from '@paylink/core/webhooks/endpoints.repository'
import { PingEndpoint } from '@paylink/core/webhooks/ping-endpoint'
import { ReadDeliveries } from '@paylink/core/webhooks/read-deliveries'
import { ReadEndpoints } from '@paylink/core/webhooks/read-endpoints'
import { RegisterEndpoint } from '@paylink/core/webhooks/register-endpoint'
import { ResendEvents } from '@paylink/core/webhooks/resend-events'
import { SwitchEndpoint } from '@paylink/core/webhooks/switch-endpoint'
import { type EndpointChanges, UpdateEndpoint } from '@paylink/core/webhooks/update-endpoint'
import { WatchEndpoints } from '@paylink/core/webhooks/watch-endpoints'
import { eventually } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { answering, verifies } from '../support/receiver.js'
import { type EndpointOfTest, Hooks } from './hooks.js'

/** The code of the problem, and the fields it names. */
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'taken',
    (error: unknown) => {
      if (!(error instanceof Problem)) throw error
      return [error.code, ...(error.errors ?? []).map(({ path }) => path)].join(' ')
    },
  )

for (const engine of ENGINES) {
  describe(`changing and deleting webhook endpoints on ${engine}`, () => {
    let hooks: Hooks
    before(async () => (hooks = await Hooks.start(engine)))
    after(() => hooks.stop())

    const operator = () => actForAccount(OPERATOR, hooks.paylink.account.id)
    const update = ({ id }: { id: string }, changes: EndpointChanges) =>
      hooks.container.get(UpdateEndpoint).run(operator(), id, changes)
    const remove = ({ id }: { id: string }) => hooks.container.get(DeleteEndpoint).run(operator(), id)
    const ping = ({ id }: { id: string }) => hooks.container.get(PingEndpoint).run(operator(), id)
    const disable = ({ id }: { id: string }) => hooks.container.get(SwitchEndpoint).disable(operator(), id)
    const row = ({ id }: { id: string }): Promise<any> => hooks.paylink.db('webhook_endpoints').where({ id }).first()
    const audited = ({ id }: { id: string }): Promise<any[]> =>
      hooks.paylink.db('audit_entries').where({ target: id }).orderBy('seq').select('action', 'details')
    const failing = async (status = 500): Promise<EndpointOfTest> => {
      const endpoint = await hooks.register()
      hooks.receiver.conduct(endpoint.path, answering(status))
      return endpoint
    }
    /** An endpoint with one attempt in flight, and what answers it. */
    const inFlight = async (): Promise<{ endpoint: EndpointOfTest; response: ServerResponse; eventId: string }> => {
      const endpoint = await hooks.register()
      const asked = new Promise<ServerResponse>((resolve) => hooks.receiver.conduct(endpoint.path, resolve))
      const [eventId] = await hooks.announce()
      return { endpoint, response: await asked, eventId: eventId! }
    }
    const errors = (): unknown[] => hooks.paylink.log.entries.filter(({ level }: any) => level === 'error')

    it('uses a new URL for every later attempt, of waiting deliveries too, and begins its failures anew', async () => {
      const endpoint = await failing()
      const [eventId] = await hooks.announce()
      await hooks.rested(endpoint)
      expect((await row(endpoint)).failing_since).not.to.equal(null)
      const { endpoint: moved } = await update(endpoint, { url: hooks.receiver.url('/moved') })
      expect(moved).to.include({ url: hooks.receiver.url('/moved'), failingSince: null, events: null })
      const delivery = await hooks.nextAttempt(endpoint)
      expect([delivery.status, delivery.attempts.length]).to.deep.equal(['delivered', 2])
      const [came] = await hooks.receiver.came('/moved', 1)
      expect(came!.event.id).to.equal(eventId)
      expect(verifies(endpoint.secret, came!)).to.equal(true)
      await disable(endpoint)
    })

    it('sends later events by new types', async () => {
      const endpoint = await hooks.register()
      await update(endpoint, { events: ['payment.refunded'] })
      await hooks.announce(1, { type: 'payment.failed' })
      const [refunded] = await hooks.announce(1, { type: 'payment.refunded' })
      await hooks.rested(endpoint)
      expect(hooks.receiver.at(endpoint.path).map(({ event }) => event.id)).to.deep.equal([refunded])
      expect((await update(endpoint, { events: null })).endpoint.events).to.equal(null)
      await disable(endpoint)
    })

    it('keeps what several people change at once, and records what each changed', async () => {
      const endpoint = await hooks.register()
      const url = hooks.receiver.url('/together?token=hidden')
      await Promise.all([
        update(endpoint, { url }),
        update(endpoint, { events: ['payment.failed'] }),
        hooks.container.get(RegisterEndpoint).rotateSecret(operator(), endpoint.id, 24),
        disable(endpoint),
      ])
      const after = await row(endpoint)
      expect(after).to.include({ url, events: ' payment.failed ', status: 'disabled' })
      expect(after.sealed_former_secret).to.be.a('string')
      const updates = (await audited(endpoint)).filter(({ action }) => action === 'webhook_endpoint.updated')
      const details = updates.map((entry) => JSON.stringify(entry.details))
      expect(details).to.have.length(2)
      expect(details.join()).to.contain('payment.failed').and.not.contain('hidden')
    })

    it('changes and records nothing that is as it was, and refuses what a new endpoint may not have', async () => {
      const endpoint = await hooks.register()
      await update(endpoint, {})
      await update(endpoint, { url: hooks.receiver.url(endpoint.path), events: null })
      expect(await audited(endpoint)).to.have.length(1)
      expect(await refusal(update(endpoint, { url: 'ftp://shop.example' }))).to.equal('validation_error url')
      expect(await refusal(update(endpoint, { url: 'http://169.254.169.254/' }))).to.equal('validation_error url')
      expect(await refusal(update(endpoint, { events: ['payment.made'] }))).to.equal('validation_error events')
      expect(await refusal(update(endpoint, { events: [] }))).to.equal('validation_error events')
      expect((await update(endpoint, { url: 'https://shop.invalid/' })).resolves).to.equal(false)
      await disable(endpoint)
    })

    it('deletes one for good: nothing waits, events stay, its secrets are gone', async () => {
      const endpoint = await failing()
      const other = await hooks.register()
      const [eventId] = await hooks.announce()
      await hooks.rested(endpoint)
      expect(await remove(endpoint)).to.include({ id: endpoint.id })
      const [delivery] = await hooks.deliveries(endpoint)
      expect(delivery).to.include({ status: 'stopped', nextAttemptAt: null })
      expect(await row(endpoint)).to.include({ sealed_secret: '', sealed_former_secret: null, status: 'disabled' })
      await hooks.announce()
      expect(await hooks.deliveries(endpoint)).to.have.length(1)
      expect(await hooks.paylink.db('events').where({ id: eventId }).pluck('id')).to.deep.equal([eventId])
      await hooks.receiver.came(other.path, 2)
      const later = [
        remove(endpoint),
        ping(endpoint),
        update(endpoint, { events: null }),
        disable(endpoint),
        hooks.container.get(SwitchEndpoint).enable(operator(), endpoint.id),
        hooks.container.get(RegisterEndpoint).rotateSecret(operator(), endpoint.id, 0),
        hooks.container.get(ResendEvents).one(operator(), eventId!, endpoint.id),
        hooks.container.get(ResendEvents).many(operator(), endpoint.id, {}),
        hooks.container.get(ReadDeliveries).newest(operator(), endpoint.id, 10),
      ]
      expect(new Set(await Promise.all(later.map(refusal)))).to.deep.equal(new Set(['not_found']))
      const listed = await hooks.container.get(ReadEndpoints).all(operator())
      expect(listed.map(({ id }) => id))
        .to.include(other.id)
        .and.not.include(endpoint.id)
      await disable(other)
    })

    for (const [status, outcome] of [
      [200, 'delivered'],
      [500, 'stopped'],
      [410, 'stopped'],
    ] as const) {
      it(`ends an attempt in flight quietly when its endpoint is deleted and it answers ${status}`, async () => {
        const before = errors().length
        const { endpoint, response, eventId } = await inFlight()
        await remove(endpoint)
        response.writeHead(status).end()
        const [delivery] = await eventually(
          () => hooks.deliveries(endpoint),
          ([one]) => one?.attempts.length === 1 && one.status === outcome,
        )
        expect(delivery).to.include({ eventId, status: outcome, nextAttemptAt: null })
        await hooks.container.get(WatchEndpoints).run()
        expect((await row(endpoint)).deleted_at).not.to.equal(null)
        expect(await hooks.paylink.db('alerts').where({ target: endpoint.id })).to.deep.equal([])
        expect(errors()).to.have.length(before)
      })
    }

    it('removes what is left of a deleted endpoint with its last delivery, and no sooner', async () => {
      const endpoint = await failing()
      await hooks.announce()
      await hooks.rested(endpoint)
      await remove(endpoint)
      const watch = hooks.container.get(WatchEndpoints)
      hooks.paylink.clock.advance(29 * DAY_MS)
      await watch.run()
      expect(await hooks.deliveries(endpoint)).to.have.length(1)
      hooks.paylink.clock.advance(2 * DAY_MS)
      await watch.run()
      expect(await hooks.deliveries(endpoint)).to.deep.equal([])
      expect(await row(endpoint)).to.equal(undefined)
    })

    it('deletes one while events are written and workers claim: none is claimed afterwards, and no event is lost', async () => {
      const before = errors().length
      const endpoint = await hooks.register()
      const other = await hooks.register()
      const writing = Array.from({ length: 12 }, () => hooks.announce(5))
      const gone = remove(endpoint)
      const ids = (await Promise.all(writing)).flat()
      await gone
      await hooks.receiver.came(other.path, ids.length)
      await hooks.container.get(WatchEndpoints).run()
      await hooks.rested(other)
      expect(new Set(hooks.receiver.at(other.path).map(({ event }) => event.id))).to.deep.equal(new Set(ids))
      const left = await eventually(
        () => hooks.deliveries(endpoint),
        (all) => all.every(({ status }) => status === 'delivered' || status === 'stopped'),
      )
      expect(left.every(({ nextAttemptAt }) => nextAttemptAt === null)).to.equal(true)
      expect(errors()).to.have.length(before)
      await disable(other)
    })

    it('pings once: signed, stored nowhere, counted against nothing, and on the record', async () => {
      const endpoint = await failing(503)
      const events = await hooks.paylink.db('events').pluck('id')
      const refused = await ping(endpoint)
      expect(refused).to.include({ endpointId: endpoint.id, delivered: false })
      expect(refused.attempt).to.include({ status: 503, error: 'answered 503' })
      hooks.receiver.conduct(endpoint.path, answering(410))
      await ping(endpoint)
      expect(await row(endpoint)).to.include({ status: 'enabled', failing_since: null })
      hooks.receiver.conduct(endpoint.path, answering(204))
      const taken = await ping(endpoint)
      expect(taken.delivered).to.equal(true)
      const came = hooks.receiver.at(endpoint.path)
      expect(came).to.have.length(3)
      const last = came.at(-1)!
      expect(verifies(endpoint.secret, last)).to.equal(true)
      expect(last.event).to.deep.include({
        ...{ id: taken.eventId, object: 'event', type: 'ping', livemode: false, apiVersion: '0.0.1' },
        data: { object: { object: 'webhook_endpoint', id: endpoint.id } },
      })
      expect(await hooks.paylink.db('events').pluck('id')).to.deep.equal(events)
      expect(await hooks.deliveries(endpoint)).to.deep.equal([])
      const entries = (await audited(endpoint)).filter(({ action }) => action === 'webhook_endpoint.pinged')
      expect(entries).to.have.length(3)
      await disable(endpoint)
    })

    it('does nothing to an endpoint of another account', async () => {
      const other = await ShopPerson.otherAccount(hooks.paylink)
      const asThem = actFor(OPERATOR, { accountId: other.id, livemode: false })
      const endpoint = await hooks.register()
      const tried = [
        hooks.container.get(UpdateEndpoint).run(asThem, endpoint.id, { events: null }),
        hooks.container.get(DeleteEndpoint).run(asThem, endpoint.id),
        hooks.container.get(PingEndpoint).run(asThem, endpoint.id),
        hooks.container.get(ReadEndpoints).one(asThem, endpoint.id),
        hooks.container.get(ReadEndpoints).one({ ...asThem, ...operator(), livemode: true }, endpoint.id),
        hooks.container.get(ReadDeliveries).waiting(asThem, endpoint.id),
      ]
      expect(new Set(await Promise.all(tried.map(refusal)))).to.deep.equal(new Set(['not_found']))
      expect(await hooks.container.get(Endpoints).find(hooks.paylink.account.id, endpoint.id)).to.include({
        status: 'enabled',
      })
    })
  })
}
