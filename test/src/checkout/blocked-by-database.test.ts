import { expect } from 'chai'
import { UnsentReservations } from '@paylink/core/checkout/unsent-reservations'
import { Reservations } from '@paylink/core/checkout/reservations.repository'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { CallProvider } from '@paylink/core/plugin-host/call-provider'
import { RecordProviderState } from '@paylink/core/payments/record-provider-state'
import { Sandbox } from '@paylink/core/sandbox/sandbox'
import { eventually, TestAppliance } from '../support/appliance.js'
import { broken } from '../support/broken.js'
import { ENGINES } from '../support/engines.js'

const OUTAGE = new Error('the database is not there')

for (const engine of ENGINES) {
  describe(`a checkout that our own database failed, on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      paylink.timer.haste = 10
    })
    after(() => paylink.stop())

    const press = (link: { url: string }) =>
      paylink.form(`${link.url}/checkout`, { provider: 'provider_b' }, { 'Accept-Language': 'en' })
    const paymentRow = (linkId: string) => paylink.db('payments').where({ link_id: linkId }).first()
    const orders = async () =>
      (await paylink.db('plugin_entries').where({ space: 'sandbox:provider_b' }).whereLike('key', 'order:%')).length
    async function comeBackLater(link: { url: string }): Promise<void> {
      const reply = await press(link)
      expect([reply.status, reply.headers.get('retry-after')]).to.deep.equal([503, '60'])
      expect(await reply.text()).to.include('You haven’t been charged. Come back in a minute')
    }
    /** Free, without a person, an hour of waiting or a question to the provider. */
    async function becomesFree(linkId: string): Promise<void> {
      await eventually(
        () => paylink.linkStatus(linkId),
        (status) => status === 'active',
      )
      expect(await paylink.eventTypes((await paymentRow(linkId)).id)).to.deep.equal(['payment.canceled'])
      expect(paylink.log.entries.map(({ message }) => message)).to.include(
        'freed a link that a database failure had blocked',
      )
    }

    it('before the provider was asked: the link is free once the database is back', async () => {
      const link = await paylink.createLink()
      const before = await orders()
      const mendCall = broken(
        paylink.container.get(CallProvider),
        (service) => service.run,
        () => Promise.reject(OUTAGE),
      )
      const mendRecord = broken(
        paylink.container.get(RecordProviderState),
        (service) => service.recordNeverCreated,
        () => Promise.reject(OUTAGE),
      )
      await comeBackLater(link)
      expect(await paylink.linkStatus(link.id)).to.equal('processing')
      const blocked = paylink.log.entries.find(({ fields }) => (fields as { link?: string }).link === link.id)
      expect(blocked).to.include({ level: 'error' })
      mendCall()
      mendRecord()
      await becomesFree(link.id)
      expect(await orders()).to.equal(before)
      await paylink.openCheckout(link, 'provider_b')
    })

    it('after the reservation was written, and its confirmation lost', async () => {
      const link = await paylink.createLink()
      const reservations = paylink.container.get(Reservations)
      const insert = reservations.insert.bind(reservations)
      const mend = broken(
        reservations,
        (service) => service.insert,
        async (seen: never, payment: never) => {
          await insert(seen, payment)
          throw OUTAGE
        },
      )
      await comeBackLater(link)
      mend()
      await becomesFree(link.id)
    })

    it('frees nothing if nothing was written', async () => {
      const link = await paylink.createLink()
      const mend = broken(
        paylink.container.get(Reservations),
        (service) => service.insert,
        () => Promise.reject(OUTAGE),
      )
      await comeBackLater(link)
      mend()
      expect(await paylink.linkStatus(link.id)).to.equal('active')
      await paylink.openCheckout(link, 'provider_b')
    })

    it('while the refusal was recorded, and another verification has looked since', async () => {
      const link = await paylink.createLink()
      const mend = broken(
        paylink.container.get(RecordProviderState),
        (service) => service.recordNeverCreated,
        () => Promise.reject(OUTAGE),
      )
      // Its port is closed: nothing can have been sent.
      await paylink.container.get(Sandbox).stop()
      await comeBackLater(link)
      // A search found nothing, under a lease of its own.
      const free = { verifying_token: null, verifying_until: null }
      await paylink.container.get(UnitOfWork).run((tx) => tx('payments').where({ link_id: link.id }).update(free))
      mend()
      await becomesFree(link.id)
      paylink.container.get(UnsentReservations).stop()
    })
  })
}
