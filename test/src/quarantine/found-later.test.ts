import { AuditLog } from '@paylink/core/audit/audit-log.repository'
import { ResumeService } from '@paylink/core/backup/resume-service'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { DAY_MS, HOUR_MS, iso, later, MINUTE_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { Ids } from '@paylink/core/kernel/ids'
import type { Payment } from '@paylink/core/payments/payment'
import { Payments } from '@paylink/core/payments/payments.repository'
import { KeepEpoch } from '@paylink/core/quarantine/keep-epoch'
import { Quarantine } from '@paylink/core/quarantine/quarantine'
import { beginQuarantine, readQuarantine } from '@paylink/core/quarantine/quarantine.repository'
import { verifySoon } from '@paylink/core/quarantine/verify-soon.repository'
import { VerifyDuePayments } from '@paylink/core/reconciliation/verify-due-payments'
import { VerifyPayment } from '@paylink/core/reconciliation/verify-payment'
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
    const nothing = () => Promise.resolve()
    const deliver = () => get(DeliverWebhooks).runDue()
    const told = () => receiver.at(HOOK).map(({ event }) => event.type as string)
    const paymentOf = async ({ id }: { id: string }) => (await get(Payments).findAny(id)) as Payment
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
    async function restoreAfter(act: () => Promise<void>, { olderMs = 3 * HOUR_MS, aheadMs = 0 } = {}): Promise<void> {
      const { paylink } = shop
      await deliver()
      shop.pass(olderMs)
      const copiedAt = iso(paylink.clock.now())
      shop.pass(HOUR_MS)
      await act()
      shop.pass(HOUR_MS)
      const knownUntil = iso(later(paylink.clock.now(), aheadMs))
      const found = { reason: 'restored', copiedAt, knownUntil } as const
      await paylink.container.get(UnitOfWork).run((tx) => beginQuarantine(tx, paylink.clock, found))
      await get(KeepEpoch).run()
      shop.pass(MINUTE_MS)
    }

    /** None of these checkouts is on the providers' lists of what followed the copy. */
    async function resume(): Promise<void> {
      const { providers } = await get(ResumeService).run(OPERATOR)
      expect(providers.map(({ found }) => found)).to.deep.equal([0, 0])
      await get(KeepEpoch).run()
      shop.pass(MINUTE_MS)
    }

    it('is not announced again if it happened in the gap', async () => {
      const paid = await open()
      const [refunded, disputed] = [await open(), await open()]
      for (const { address, payment } of [refunded, disputed]) {
        await shop.pay(address, 'provider_a')
        await shop.paylink.sync(payment.id)
      }
      const { provider_a } = shop.providers
      await restoreAfter(async () => {
        await shop.pay(paid.address, 'provider_a')
        await provider_a.page('POST', refunded.address, 'refund')
        await provider_a.page('POST', disputed.address, 'dispute')
      })
      await resume()
      const before = told()
      // They are due without anyone's asking.
      await get(VerifyDuePayments).runDue()
      expect(await shop.paylink.linkStatus(paid.link.id)).to.equal('paid')
      const statuses = await shop.paylink.db('payments').orderBy('id').pluck('status')
      expect(statuses).to.deep.equal(['succeeded', 'refunded', 'succeeded'])
      await deliver()
      expect(told()).to.deep.equal(before)
      const found = ['payment.disputed', 'payment.refunded', 'payment.succeeded', 'payment_link.paid']
      expect((await unsent()).sort()).to.deep.equal(found)
      const [alert] = await shop.paylink.db('alerts').where({ kind: 'payment.disputed' })
      expect(get(Quarantine).mayBeAnnounced(alert.raised_at)).to.equal(true)
      expect([await receipts(paid.payment), await receipts(refunded.payment)]).to.deep.equal([['unknown'], ['unknown']])
    })

    it('is announced if it happened after the gap', async () => {
      const [paid, settled] = [await open(), await open()]
      await shop.pay(settled.address, 'provider_a')
      await shop.paylink.sync(settled.payment.id)
      await restoreAfter(nothing)
      await resume()
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
      await resume()
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

    it('is not announced again by the command that ends the quarantine', async () => {
      // The command has the real time: hours after all of this.
      shop.pass(-12 * HOUR_MS)
      const { link, address } = await open()
      await restoreAfter(() => shop.pay(address, 'provider_a'), { olderMs: MINUTE_MS })
      const { code, stderr } = await shop.command(shop.paylink.settings.databaseUrl, 'doctor', '--resume')
      expect(code, stderr).to.equal(0)
      await get(KeepEpoch).run()
      expect(await shop.paylink.linkStatus(link.id)).to.equal('paid')
      await deliver()
      expect([told(), (await unsent()).sort()]).to.deep.equal([[], ['payment.succeeded', 'payment_link.paid']])
    })

    it('is announced after the quarantine if it happened within', async () => {
      const { payment, address } = await open()
      await restoreAfter(() => shop.pay(address, 'provider_a'))
      await get(VerifyPayment).run(await paymentOf(payment))
      shop.pass(HOUR_MS)
      await shop.providers.provider_a.page('POST', address, 'refund')
      await get(VerifyPayment).run(await paymentOf(payment))
      await resume()
      await deliver()
      expect(told()).to.deep.equal(['payment.refunded'])
      expect((await unsent()).sort()).to.deep.equal(['payment.succeeded', 'payment_link.paid'])
    })

    it('is announced if it is what was asked for: a checkout that is closed', async () => {
      const { link } = await open()
      await restoreAfter(nothing)
      await resume()
      await shop.paylink.post(`/v1/payment_links/${link.id}/disable`)
      await deliver()
      expect([told(), await unsent()]).to.deep.equal([['payment.canceled'], []])
    })

    it('is verified soon also if the command died before the quarantine ended', async () => {
      const { payment } = await open()
      await restoreAfter(nothing)
      const { paylink } = shop
      const auditLog = get(AuditLog)
      const append = auditLog.append.bind(auditLog)
      auditLog.append = () => Promise.reject(new Error('killed'))
      const died = await get(ResumeService)
        .run(OPERATOR)
        .catch((error: Error) => error.message)
      auditLog.append = append
      const { reconcileAfter } = await paymentOf(payment)
      expect([died, (reconcileAfter ?? '') <= iso(paylink.clock.now())]).to.deep.equal(['killed', true])
      expect(await readQuarantine(paylink.db)).to.include({ reason: 'restored' })
      await resume()
      expect(await readQuarantine(paylink.db)).to.equal(null)
    })

    it('is announced although a clock was ahead when the quarantine began', async () => {
      await restoreAfter(nothing, { aheadMs: 30 * DAY_MS })
      await resume()
      const { payment, address } = await open()
      await shop.pay(address, 'provider_a')
      await shop.paylink.sync(payment.id)
      await deliver()
      expect([told().sort(), await unsent()]).to.deep.equal([['payment.succeeded', 'payment_link.paid'], []])
    })

    it('is asked about a thousand payments in 100 s, those that wait for money first', async () => {
      const { paylink } = shop
      const { payment } = await open()
      const row = await paylink.db('payments').where({ id: payment.id }).first()
      const later30 = iso(later(paylink.clock.now(), 30 * DAY_MS))
      const more = Array.from({ length: 1200 }, (_, at) => ({
        ...row,
        ...{ id: get(Ids).next('pay'), provider_ref: `settled-${at}`, status: 'succeeded', reconcile_after: later30 },
      }))
      await get(UnitOfWork).run(async (tx) => {
        await tx('payments').where({ id: payment.id }).update({ reconcile_after: later30 })
        while (more.length > 0) await tx('payments').insert(more.splice(0, 20))
      })
      const now = paylink.clock.now()
      await verifySoon((work) => get(UnitOfWork).run(work), { now: () => now }, iso(now))
      const due = await paylink.db('payments').select('status', 'reconcile_after')
      const at = (ms: number) => due.filter((one) => one.reconcile_after === iso(later(now, ms)))
      expect([at(0).length, at(100 * SECOND_MS).length]).to.deep.equal([1000, 201])
      expect(at(0).filter(({ status }) => status === 'pending')).to.have.length(1)
    })
  })
}
