import { FindViolations } from '@paylink/core/doctor/find-violations.repository'
import { DAY_MS, HOUR_MS } from '@paylink/core/kernel/clock'
import { TidyEmails } from '@paylink/core/mail/tidy-emails'
import { ExpirePaymentLinks } from '@paylink/core/payment-links/expire-payment-links'
import { ForgetOldCustomers } from '@paylink/core/privacy/forget-old-customers'
import { expect } from 'chai'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

const ANA = { customerEmail: 'ana.canario@example.com', customerName: 'Ana Canario', metadata: { who: 'Ana' } }
const FORGOTTEN = { customerEmail: null, customerName: null, metadata: {} }
const MONTH_MS = 31 * DAY_MS
const PLAN = { sqlite: 'explain query plan ', postgres: 'explain ' }

for (const engine of ENGINES) {
  describe(`forgetting old customers on ${engine} (R263)`, () => {
    let paylink: TestAppliance
    before(async () => {
      const settings = { unpaidKeptMonths: 3, emailsKeptDays: 40 }
      paylink = await TestAppliance.start(engine, settings, { http: true, jobs: false })
    })
    after(() => paylink.stop())

    const run = () => paylink.container.get(ForgetOldCustomers).run()
    const tidy = () => paylink.container.get(TidyEmails).run()

    async function advance(ms: number): Promise<void> {
      paylink.clock.advance(ms)
      await paylink.container.get(ExpirePaymentLinks).run()
      await run()
    }

    it('forgets who was asked to pay a link that ended unpaid, its attempts and events, and no other', async () => {
      const expiresAt = new Date(paylink.clock.now().getTime() + 40 * DAY_MS).toISOString()
      const [expiring, disabled, open, paid] = [
        await paylink.createLink({ ...ANA, expiresAt }),
        await paylink.createLink({ ...ANA, title: 'Clase de Ana Canario' }),
        await paylink.createLink(ANA),
        await paylink.createLink(ANA),
      ]
      await paylink.pay(await paylink.openCheckout(disabled), 'decline')
      for (const { id } of await paylink.paymentsOf(disabled.id)) await paylink.sync(id)
      await paylink.post(`/v1/payment_links/${disabled.id}/disable`)
      await paylink.post(`/v1/payment_links/${paid.id}/mark_paid`, { method: 'other' })
      expect(await paylink.linkStatus(paid.id)).to.equal('paid')

      await advance(2 * MONTH_MS)
      for (const { id } of [expiring, disabled, open, paid]) expect(await paylink.linkOf(id)).to.deep.include(ANA)

      // The one that expired later is kept for longer.
      await advance(1.1 * MONTH_MS)
      expect(await paylink.linkOf(expiring.id)).to.deep.include({ ...ANA, status: 'expired' })
      expect(await paylink.linkOf(disabled.id)).to.deep.include({ ...FORGOTTEN, title: 'Clase de (erased)' })
      const [attempt] = await paylink.paymentsOf(disabled.id)
      expect(attempt).to.deep.include({ ...FORGOTTEN, status: 'canceled', amountCentavos: disabled.amountCentavos })
      const events = await paylink.db('events').whereIn('object_id', [disabled.id, attempt.id])
      expect(events).to.have.length(2)
      expect(JSON.stringify(events)).to.not.match(/canario/i)

      await advance(2 * MONTH_MS)
      expect(await paylink.linkOf(expiring.id)).to.deep.include(FORGOTTEN)
      for (const { id } of [open, paid]) expect(await paylink.linkOf(id)).to.deep.include(ANA)
      expect(await new FindViolations(paylink.db, paylink.clock).run()).to.deep.equal([])
    })

    it('looks once a day, however often it is called', async () => {
      const link = await paylink.createLink(ANA)
      await paylink.post(`/v1/payment_links/${link.id}/disable`)
      await advance(4 * MONTH_MS)
      await paylink.change('payment_links', link.id, { customer_email: ANA.customerEmail })
      await advance(23 * HOUR_MS)
      expect((await paylink.linkOf(link.id)).customerEmail).to.equal(ANA.customerEmail)
      await advance(HOUR_MS)
      expect((await paylink.linkOf(link.id)).customerEmail).to.equal(null)
    })

    it('leaves a link alone while a payment of it waits for a decision', async () => {
      const { link, payment } = await paylink.opened()
      await paylink.change('payment_links', link.id, { customer_name: 'Ana Canario' })
      await paylink.post(`/v1/payment_links/${link.id}/disable`)
      const at = paylink.clock.now().toISOString()
      await paylink.change('payments', payment.id, { review_reason: 'amount_mismatch', review_since: at })
      await advance(4 * MONTH_MS)
      expect((await paylink.linkOf(link.id)).customerName).to.equal('Ana Canario')
    })

    it('deletes emails after the days that are set', async () => {
      const link = await paylink.createLink(ANA)
      await paylink.post(`/v1/payment_links/${link.id}/email`, { to: 'ana@example.com' }, { idempotencyKey: 'mail' })
      const count = async (): Promise<number> => (await paylink.db('email_deliveries')).length
      await eventually(count, (found) => found === 1)
      paylink.clock.advance(39 * DAY_MS)
      await tidy()
      expect(await count()).to.equal(1)
      paylink.clock.advance(2 * DAY_MS)
      await tidy()
      expect(await count()).to.equal(0)
    })

    it('finds them by an index of their own', async () => {
      const where = "status in ('expired', 'disabled') and (customer_email is not null or customer_name is not null)"
      const sql = `${PLAN[engine]} select id from payment_links where ${where} and created_at < '2030-01-01T00:00:00Z' order by created_at limit 20`
      const plan: unknown = await paylink.writer.transaction(async (tx) => {
        // So few rows are read faster without one.
        if (engine === 'postgres') await tx.raw('set local enable_seqscan = off')
        return (await tx.raw(sql)) as unknown
      })
      expect(JSON.stringify(plan)).to.include('payment_links_to_forget')
    })
  })
}
