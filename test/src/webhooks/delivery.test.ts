import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import { expect } from 'chai'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { ResendEvents } from '@paylink/core/webhooks/resend-events'
import { SwitchEndpoint } from '@paylink/core/webhooks/switch-endpoint'
import { Outbox } from '@paylink/core/webhooks/outbox.repository'
import { ENGINES } from '../support/engines.js'
import { inMs } from '../support/links.js'
import { Merchant } from '../support/merchants.js'
import { type EndpointOfTest, Hooks } from './hooks.js'
import { standardAccepts, stripeAccepts } from './verifiers.js'

const METADATA = { order: 'A-17', note: 'año 2026' }

/** What happens to a link, and the events of it. */
const HAPPENINGS: readonly [
  what: string,
  make: (hooks: Hooks, link: PaymentLinkView) => Promise<unknown>,
  types: string[],
][] = [
  [
    'a payment (R145, R148)',
    async ({ paylink }, link) => paylink.pay(await paylink.openCheckout(link), 'succeed'),
    ['payment.succeeded', 'payment_link.paid'],
  ],
  [
    'an unpaid voucher (R146)',
    async ({ paylink }, link) => {
      const address = await paylink.openCheckout(link)
      await paylink.pay(address, 'cash_later')
      await paylink.pay(address, 'expire')
    },
    ['payment.canceled'],
  ],
  [
    'a voucher of the other provider that was not paid (R146)',
    async ({ paylink }, link) => {
      const address = await paylink.openCheckout(link, 'provider_b')
      await paylink.pay(address, 'cash_later')
      await paylink.pay(address, 'expire')
    },
    ['payment.canceled'],
  ],
  [
    'a link that is disabled while a checkout is open (R147, R149)',
    async ({ paylink }, link) => {
      await paylink.openCheckout(link)
      await paylink.post(`/v1/payment_links/${link.id}/disable`)
    },
    ['payment.canceled', 'payment_link.disabled'],
  ],
  [
    'a link that is disabled (R149)',
    ({ paylink }, link) => paylink.post(`/v1/payment_links/${link.id}/disable`),
    ['payment_link.disabled'],
  ],
  [
    'a payment that the merchant writes down (R145, R148)',
    ({ paylink }, link) => paylink.post(`/v1/payment_links/${link.id}/mark_paid`, { method: 'spei_transfer' }),
    ['payment.succeeded', 'payment_link.paid'],
  ],
]

for (const engine of ENGINES) {
  describe(`deliveries to an endpoint on ${engine}`, () => {
    let hooks: Hooks
    before(async () => (hooks = await Hooks.start(engine)))
    after(() => hooks.stop())

    const typesAt = ({ path }: EndpointOfTest): string[] =>
      hooks.receiver.at(path).map(({ event }) => event.type as string)
    const switchOff = ({ id }: EndpointOfTest) =>
      hooks.container.get(SwitchEndpoint).disable(actForAccount(OPERATOR, hooks.paylink.account.id), id)

    for (const [what, make, types] of HAPPENINGS) {
      it(`of ${what}: each event as it was written down, with the object as the API shows it (R155, R206, I26)`, async () => {
        const endpoint = await hooks.register()
        const link = await hooks.paylink.createLink({ metadata: METADATA })
        await make(hooks, link)
        const came = await hooks.receiver.came(endpoint.path, types.length)
        await hooks.rested(endpoint)
        expect(typesAt(endpoint)).to.have.members(types)
        for (const { method, headers, body, event } of came) {
          const keys = ['id', 'object', 'type', 'createdAt', 'livemode', 'apiVersion', 'data']
          expect(Object.keys(event as object)).to.deep.equal(keys)
          expect(event).to.include({ object: 'event', livemode: false, apiVersion: '0.0.1' })
          expect(event.createdAt).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
          expect(Object.keys(event.data as object)).to.deep.equal(['object'])
          const place = event.type.startsWith('payment_link') ? 'payment_links' : 'payments'
          const { object } = event.data
          expect(object).to.deep.equal((await hooks.paylink.get(`/v1/${place}/${object.id}`)).body)
          expect(object.metadata).to.deep.equal(METADATA)
          expect(await hooks.paylink.db('events').where({ id: event.id }).pluck('payload')).to.deep.equal([body])
          expect(method).to.equal('POST')
          expect(headers).to.include({ 'content-type': 'application/json', 'webhook-id': event.id })
          expect(headers['user-agent']).to.match(/^PayLink\//)
          expect(headers['service-signature']).to.match(
            new RegExp(`^t=${String(headers['webhook-timestamp'])},v1=[0-9a-f]{64}$`),
          )
          expect(headers).to.not.have.any.keys('cookie', 'authorization')
        }
        const sent = await hooks.deliveries(endpoint)
        expect(sent.map(({ status }) => status)).to.deep.equal(types.map(() => 'delivered'))
        expect(sent.map(({ attempts }) => attempts.map(({ status, error }) => [status, error]))).to.deep.equal(
          types.map(() => [[200, null]]),
        )
        await switchOff(endpoint)
      })
    }

    it('signed so that third-party libraries verify it, and only with the secret (R143, R152, R206)', async () => {
      const endpoint = await hooks.register()
      const other = await hooks.register()
      const seconds = (): number => Math.floor(hooks.paylink.clock.now().getTime() / 1000)
      const before = seconds()
      await hooks.announce()
      const [came] = await hooks.receiver.came(endpoint.path, 1)
      expect(Number(came!.headers['webhook-timestamp'])).to.be.within(before, seconds())
      for (const accepts of [stripeAccepts, standardAccepts]) {
        expect(accepts(endpoint.secret, came!)).to.equal(true)
        expect(accepts(other.secret, came!)).to.equal(false)
        expect(accepts(endpoint.secret, { ...came!, body: came!.body.replace('evt_', 'evt-') })).to.equal(false)
      }
      await Promise.all([endpoint, other].map(switchOff))
    })

    it('of refunds and disputes only where it names them, each change once (R235)', async () => {
      const all = await hooks.register()
      const named = await hooks.register({ events: ['payment.refunded', 'payment.disputed'] })
      const link = await hooks.paylink.createLink()
      const address = await hooks.paylink.openCheckout(link)
      const alerts = () => hooks.paylink.db('alerts').where({ kind: 'payment.disputed' }).pluck('target')
      await hooks.paylink.pay(address, 'succeed')
      await hooks.receiver.came(all.path, 2)
      const press = async (outcome: string, count: number, fields: Record<string, string> = {}) => {
        await hooks.paylink.form(address, { outcome, ...fields })
        return (await hooks.receiver.came(named.path, count)).at(-1)!.event
      }
      const part = await press('refund', 1, { amount: '1000' })
      expect([part.type, part.data.refund]).to.deep.equal([
        'payment.refunded',
        { amountCentavos: 1000, totalCentavos: 1000 },
      ])
      expect(part.data.object.status).to.equal('succeeded')
      const opened = await press('dispute', 2)
      expect([opened.type, opened.data.dispute.status]).to.deep.equal(['payment.disputed', 'open'])
      expect(opened.data.dispute.amountCentavos).to.equal(opened.data.object.amountCentavos)
      const paymentId: string = opened.data.object.id
      expect(await alerts()).to.deep.equal([paymentId])
      // Looked at again, by another process: nothing is new.
      await hooks.paylink.restart()
      await hooks.paylink.post(`/v1/payments/${paymentId}/sync`)
      const lost = await press('dispute_lost', 3)
      expect(lost.data.dispute.status).to.equal('lost')
      expect(await alerts()).to.deep.equal([])
      const whole = await press('refund', 4)
      expect(whole.data.object.status).to.equal('refunded')
      expect(whole.data.refund).to.deep.equal({
        amountCentavos: whole.data.object.amountCentavos - 1000,
        totalCentavos: whole.data.object.amountCentavos,
      })
      await hooks.rested(all)
      expect(typesAt(all)).to.have.members(['payment.succeeded', 'payment_link.paid'])
      const resendEvents = hooks.container.get(ResendEvents)
      const operator = actForAccount(OPERATOR, hooks.paylink.account.id)
      expect(await resendEvents.one(operator, whole.id, undefined)).to.deep.equal([{ endpointId: named.id, events: 1 }])
      expect(await resendEvents.many(operator, all.id, {})).to.deep.equal([{ endpointId: all.id, events: 2 }])
      await Promise.all([all, named].map(switchOff))
    })

    it('to each endpoint that subscribes to it, whatever the others do (R144, I27)', async () => {
      const all = await hooks.register()
      const also = await hooks.register({ path: all.path })
      const some = await hooks.register({ events: ['payment.failed', 'payment_link.paid'] })
      const one = await hooks.register({ events: ['payment.succeeded'] })
      const off = await hooks.register()
      await switchOff(off)
      for (const type of ['payment.failed', 'payment_link.disabled'] as const) await hooks.announce(1, { type })
      await hooks.receiver.came(all.path, 4)
      await Promise.all([all, also, some, one, off].map((endpoint) => hooks.rested(endpoint)))
      expect(typesAt(all)).to.have.members([
        ...['payment.failed', 'payment.failed'],
        ...['payment_link.disabled', 'payment_link.disabled'],
      ])
      expect(typesAt(some)).to.deep.equal(['payment.failed'])
      expect([...typesAt(one), ...typesAt(off)]).to.deep.equal([])
      expect(await hooks.deliveries(off)).to.deep.equal([])
      await Promise.all([all, also, some, one].map(switchOff))
    })

    it('nothing of another account or the other mode (I46, I47)', async () => {
      const changes = { verifiedAt: inMs(hooks.paylink, 0), subscription: 'active' as const }
      const merchants = [
        await Merchant.join(hooks.paylink, { changes }),
        await Merchant.join(hooks.paylink, { changes }),
      ]
      const expected: [EndpointOfTest, string][] = []
      for (const merchant of merchants) {
        await merchant.connect(true)
        const live = (await merchant.newKey({ livemode: true })).text
        for (const livemode of [false, true]) {
          const endpoint = await hooks.register({ accountId: merchant.account.id, livemode })
          const { id } = await merchant.createLink({}, livemode ? { key: live } : {})
          await merchant.post(`/v1/payment_links/${id}/disable`, undefined, livemode ? { key: live } : {})
          expected.push([endpoint, id])
        }
      }
      for (const [endpoint, linkId] of expected) {
        await hooks.receiver.came(endpoint.path, 1)
        await hooks.rested(endpoint)
        const came = hooks.receiver.at(endpoint.path).map(({ event }) => event)
        expect(came.map(({ data }) => data.object.id)).to.deep.equal([linkId])
        expect(came.map(({ livemode, data }) => [livemode, data.object.livemode])).to.deep.equal([
          expected.findIndex(([one]) => one === endpoint) % 2 === 1 ? [true, true] : [false, false],
        ])
      }
    })

    it('nothing of a change that was rolled back (I25)', async () => {
      const endpoint = await hooks.register()
      const scope = { accountId: hooks.paylink.account.id, livemode: false }
      const taken = hooks.container.get(UnitOfWork).run(async (tx) => {
        await hooks.container.get(Outbox).append(tx, scope, 'payment.succeeded', { object: { id: 'pay_taken_back' } })
        throw new Error('taken back')
      })
      await taken.catch(({ message }: Error) => expect(message).to.equal('taken back'))
      await hooks.announce()
      await hooks.receiver.came(endpoint.path, 1)
      await hooks.rested(endpoint)
      expect(hooks.receiver.at(endpoint.path).map(({ body }) => body.includes('pay_taken_back'))).to.deep.equal([false])
      expect(await hooks.paylink.db('events').where({ object_id: 'pay_taken_back' }).pluck('id')).to.deep.equal([])
      await switchOff(endpoint)
    })
  })
}
