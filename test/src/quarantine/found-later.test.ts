import { ResumeService } from '@paylink/core/backup/resume-service'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { HOUR_MS, iso, MINUTE_MS } from '@paylink/core/kernel/clock'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { KeepEpoch } from '@paylink/core/quarantine/keep-epoch'
import { beginQuarantine } from '@paylink/core/quarantine/quarantine.repository'
import { VerifyDuePayments } from '@paylink/core/reconciliation/verify-due-payments'
import { DeliverWebhooks } from '@paylink/core/webhooks/deliver-webhooks'
import { RegisterEndpoint } from '@paylink/core/webhooks/register-endpoint'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { Receiver } from '../support/receiver.js'
import { ProviderShop } from './provider-shop.js'

const HOOK = '/hook'
const TYPES = [
  'payment.succeeded',
  'payment.canceled',
  'payment_link.paid',
  'payment.refunded',
  'payment.disputed',
] as const

for (const engine of ENGINES) {
  describe(`what providers tell after a quarantine about payments of before it, on ${engine} (I53, I57)`, () => {
    let shop: ProviderShop
    let receiver: Receiver
    beforeEach(async () => {
      receiver = await Receiver.start()
      shop = await ProviderShop.open(engine)
      await shop.paylink.changeAccount({ mail: { ...shop.paylink.account.mail, receipts: true } })
      const principal = actFor(OPERATOR, { accountId: shop.paylink.account.id, livemode: false })
      const input = { url: receiver.url(HOOK), events: [...TYPES] }
      await shop.paylink.container.get(RegisterEndpoint).run(principal, input)
    })
    afterEach(async () => {
      await shop.close()
      await receiver.stop()
    })

    const get = <T>(type: abstract new (...args: any[]) => T): T => shop.paylink.container.get(type)
    const deliver = () => get(DeliverWebhooks).runDue()
    const told = () => receiver.at(HOOK).map(({ event }) => event.type as string)
    const receipts = (payment: { id: string }) =>
      shop.paylink.db('email_deliveries').where({ kind: 'receipt', payment_id: payment.id }).pluck('status')
    const unsent = () =>
      shop.paylink
        .db('webhook_deliveries')
        .join('events', 'events.id', 'event_id')
        .where({ 'webhook_deliveries.status': 'stopped' })
        .orderBy('events.id')
        .pluck<string[]>('type')

    async function open(email = true) {
      const link = await shop.paylink.createLink({ ...(email && { customerEmail: 'ana@example.com' }) })
      return { link, ...(await shop.open(link, 'provider_a')) }
    }

    /** The database is from before; meanwhile `act` happened, and was announced. */
    async function restoreAfter(act: () => Promise<void>): Promise<void> {
      const { paylink } = shop
      await deliver()
      // Longer than what is read of the time before a copy.
      shop.pass(3 * HOUR_MS)
      const copiedAt = iso(paylink.clock.now())
      shop.pass(HOUR_MS)
      await act()
      shop.pass(HOUR_MS)
      const found = { reason: 'restored', copiedAt, knownUntil: iso(paylink.clock.now()) } as const
      await paylink.container.get(UnitOfWork).run((tx) => beginQuarantine(tx, paylink.clock, found))
      await get(KeepEpoch).run()
      shop.pass(MINUTE_MS)
      const { providers } = await get(ResumeService).run(OPERATOR)
      expect(providers.map(({ found }) => found)).to.deep.equal([0, 0])
      await get(KeepEpoch).run()
      shop.pass(MINUTE_MS)
    }

    it('is not announced again if it happened in the gap', async () => {
      const paid = await open()
      const refunded = await open()
      await shop.pay(refunded.address, 'provider_a')
      await shop.paylink.sync(refunded.payment.id)
      const { provider_a } = shop.providers
      await restoreAfter(async () => {
        await shop.pay(paid.address, 'provider_a')
        await provider_a.page('POST', refunded.address, 'refund')
      })
      const before = told()
      // No one asks for it: both are due at once.
      await get(VerifyDuePayments).runDue()
      shop.pass(2 * MINUTE_MS)
      await get(VerifyDuePayments).runDue()
      expect(await shop.paylink.linkStatus(paid.link.id)).to.equal('paid')
      const statuses = await shop.paylink.db('payments').orderBy('id').pluck('status')
      expect(statuses).to.deep.equal(['succeeded', 'refunded'])
      await deliver()
      expect(told()).to.deep.equal(before)
      expect((await unsent()).sort()).to.deep.equal(['payment.refunded', 'payment.succeeded', 'payment_link.paid'])
      expect([await receipts(paid.payment), await receipts(refunded.payment)]).to.deep.equal([['unknown'], ['unknown']])
    })

    it('is announced if it happened after the gap', async () => {
      const [paid, settled] = [await open(), await open()]
      await shop.pay(settled.address, 'provider_a')
      await shop.paylink.sync(settled.payment.id)
      await restoreAfter(() => Promise.resolve())
      const { provider_a } = shop.providers
      // Asked for the first time since the gap: the provider names the time of a payment.
      await shop.pay(paid.address, 'provider_a')
      await shop.paylink.sync(paid.payment.id)
      await deliver()
      expect(told().slice(-2).sort()).to.deep.equal(['payment.succeeded', 'payment_link.paid'])
      expect(await receipts(paid.payment)).to.deep.equal(['queued'])
      // It names none of a refund, but it was asked since.
      await shop.paylink.sync(settled.payment.id)
      await provider_a.page('POST', settled.address, 'dispute')
      await shop.paylink.sync(settled.payment.id)
      await provider_a.page('POST', settled.address, 'dispute_lost')
      await shop.paylink.sync(settled.payment.id)
      await deliver()
      expect(told()).to.include('payment.disputed')
      expect(await unsent()).to.deep.equal([])
    })

    it('is not announced again although the provider did not answer at first', async () => {
      const { link, payment, address } = await open()
      const { provider_a } = shop.providers
      await provider_a.page('POST', address, 'cash_later')
      await shop.paylink.sync(payment.id)
      await restoreAfter(async () => {
        await provider_a.page('POST', address, 'expire')
      })
      // Each attempt is cut off.
      const cut = setInterval(() => (provider_a.cut = 'before processing'), 1)
      expect((await shop.paylink.sync(payment.id)).outcome).to.equal('retrying')
      clearInterval(cut)
      provider_a.cut = undefined
      shop.pass(MINUTE_MS)
      await shop.paylink.sync(payment.id)
      expect(await shop.paylink.linkStatus(link.id)).to.equal('active')
      await deliver()
      expect([told(), await unsent()]).to.deep.equal([[], ['payment.canceled']])
    })
  })
}
