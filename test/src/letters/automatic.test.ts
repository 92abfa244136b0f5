import { type Alert, Alerts } from '@paylink/core/alerts/alerts.repository'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { MailAlerts } from '@paylink/core/letters/mail-alerts'
import { RemindCustomers } from '@paylink/core/letters/remind-customers'
import { TidyEmails } from '@paylink/core/mail/tidy-emails'
import { expect } from 'chai'
import PostalMime from 'postal-mime'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { MailShop } from '../support/mail-shop.js'

const HOUR = 3_600_000

for (const engine of ENGINES) {
  describe(`automatic mail (${engine})`, () => {
    let shop: MailShop
    beforeEach(async () => (shop = await MailShop.open(engine)))
    afterEach(() => shop.close())

    const inHours = (hours: number): string => new Date(shop.paylink.clock.now().getTime() + hours * HOUR).toISOString()
    const remind = () => shop.paylink.container.get(RemindCustomers).run()
    /** Recorded as sent, which is a little later than the server has them. */
    const allSent = (count: number) =>
      eventually(
        () => shop.paylink.db('email_deliveries').where({ status: 'sent' }).pluck('id'),
        (sent) => sent.length === count,
      )
    const kinds = () => shop.paylink.db('email_deliveries').orderBy(['created_at', 'id']).pluck('kind')
    const markPaid = async (link: { id: string }, body: object = {}) => {
      const { status } = await shop.merchant.post(`/v1/payment_links/${link.id}/mark_paid`, body, { key: shop.key })
      expect(status).to.equal(200)
    }

    describe('a reminder', () => {
      beforeEach(() => shop.change({ reminderHours: 24 }))

      it('goes once to every recipient of the link, the configured time before it expires', async () => {
        const link = await shop.link({ expiresAt: inHours(48) })
        await shop.share(link, 'ana@example.com')
        await shop.share(link, 'ANA@example.com')
        await shop.share(link, 'luz@example.com')
        await allSent(3)
        await remind()
        shop.paylink.clock.advance(24 * HOUR - 60_000)
        await remind()
        expect(await kinds()).to.deep.equal(['request', 'request', 'request'])
        shop.paylink.clock.advance(61_000)
        await Promise.all([remind(), remind()])
        await remind()
        const mails = await eventually(
          () => Promise.resolve(shop.server.mails),
          (all) => all.length === 5,
        )
        const reminders = mails.slice(3)
        expect(reminders.map(({ envelope }) => envelope.to[0]?.toLowerCase()).sort()).to.deep.equal([
          'ana@example.com',
          'luz@example.com',
        ])
        const { subject, text } = await PostalMime.parse(reminders[0]?.raw ?? '')
        expect(subject).to.contain('Taller Luna')
        expect(text).to.contain(new URL(link.url).pathname)
        expect((await shop.emailsOf(link)).map(({ linkId }) => linkId as string)).to.have.length(5)
      })

      it('is not sent for links that are paid, disabled or were not mailed, to unsubscribed addresses, or right after the first mail', async () => {
        const paid = await shop.link({ expiresAt: inHours(48) })
        const disabled = await shop.link({ expiresAt: inHours(48) })
        await shop.link({ expiresAt: inHours(48), customerEmail: 'nadie@example.com' })
        const left = await shop.link({ expiresAt: inHours(48) })
        const forEver = await shop.link()
        for (const link of [paid, disabled, forEver]) await shop.share(link)
        await shop.share(left, 'luz@example.com')
        await allSent(4)
        await markPaid(paid)
        await shop.merchant.post(`/v1/payment_links/${disabled.id}/disable`, undefined, { key: shop.key })
        const [email] = await shop.emailsOf(left)
        await shop.paylink.writer('email_suppressions').insert({
          ...{ account_id: shop.merchant.account.id, livemode: true, address: 'luz@example.com' },
          ...{ reason: 'unsubscribed', delivery_id: email.id, created_at: email.createdAt },
        })
        shop.paylink.clock.advance(30 * HOUR)
        const late = await shop.link({ expiresAt: inHours(3) })
        await shop.share(late)
        await shop.until(late, 'sent')
        await remind()
        expect(await kinds()).to.deep.equal(Array(5).fill('request'))
      })

      it('is not sent if the link is paid while it is queued', async () => {
        const link = await shop.link({ expiresAt: inHours(48) })
        await shop.share(link)
        await shop.until(link, 'sent')
        shop.server.fail({ at: 'mail', code: 451, text: '4.3.2 later' }, 1)
        shop.paylink.clock.advance(25 * HOUR)
        await remind()
        await shop.tried(1)
        await markPaid(link)
        shop.paylink.clock.advance(60_000)
        const reminder = await shop.until(link, 'failed')
        expect(reminder.error).to.contain('already paid')
        expect(shop.server.mails).to.have.length(1)
      })

      it('is off by default', async () => {
        await shop.change({ reminderHours: null })
        const link = await shop.link({ expiresAt: inHours(30) })
        await shop.share(link)
        await shop.until(link, 'sent')
        shop.paylink.clock.advance(29 * HOUR)
        await remind()
        expect(await kinds()).to.deep.equal(['request'])
      })
    })

    describe('a receipt', () => {
      beforeEach(() => shop.change({ receipts: true }))

      it('goes to the customer once the payment succeeded, once, with a PDF', async () => {
        const link = await shop.link({ customerEmail: 'ana@example.com', customerName: 'Ana Luz' })
        await markPaid(link, { method: 'spei_transfer' })
        const email = await shop.until(link, 'sent')
        const [mail] = shop.server.mails
        expect(mail?.envelope.to).to.deep.equal(['ana@example.com'])
        const { subject, text, attachments } = await PostalMime.parse(mail?.raw ?? '')
        expect([subject, email.subject]).to.deep.equal([email.subject, subject])
        expect(subject).to.contain('Taller Luna')
        expect(text).to.contain('$150.00')
        expect(attachments.map(({ mimeType }) => mimeType)).to.deep.equal(['application/pdf'])
        const pdf = Buffer.from(attachments[0]?.content as ArrayBuffer)
        expect(pdf.subarray(0, 5).toString()).to.equal('%PDF-')
        expect(await kinds()).to.deep.equal(['receipt'])
      })

      it('goes to the recipient of the link if the customer has no address', async () => {
        const { link } = await shop.sent({}, 'luz@example.com')
        await markPaid(link)
        await eventually(
          () => Promise.resolve(shop.server.mails),
          (mails) => mails.length === 2,
        )
        expect(shop.server.mails[1]?.envelope.to).to.deep.equal(['luz@example.com'])
      })

      it('does not go to an address that failed, but to the recipient before it', async () => {
        const { link } = await shop.sent({}, 'ana@example.com')
        shop.server.fail({ at: 'rcpt', code: 550, text: '5.1.1 no such user' }, 1)
        await shop.share(link, 'anna@example.com')
        await shop.until(link, 'failed')
        await markPaid(link)
        await eventually(
          () => Promise.resolve(shop.server.mails),
          (mails) => mails.length === 2,
        )
        expect(shop.server.mails[1]?.envelope.to).to.deep.equal(['ana@example.com'])
      })

      it('follows a checkout too, simulated in test mode', async () => {
        const { paylink } = shop
        await paylink.changeAccount({ mail: { ...paylink.account.mail, receipts: true } })
        const link = await paylink.createLink({ customerEmail: 'ana@example.com' })
        await paylink.pay(await paylink.openCheckout(link), 'succeed')
        const emails = await eventually(
          async () => (await paylink.get(`/v1/payment_links/${link.id}/emails`)).body.data as any[],
          ([email]) => email?.status === 'simulated',
        )
        expect(emails).to.have.length(1)
        expect(shop.server.mails).to.have.length(0)
      })

      it('is not sent without an address, without a mail server, or if switched off', async () => {
        const noAddress = await shop.link()
        await markPaid(noAddress)
        await shop.change({ receipts: false })
        const switchedOff = await shop.link({ customerEmail: 'ana@example.com' })
        await markPaid(switchedOff)
        expect(await kinds()).to.deep.equal([])
      })

      it('never keeps a payment from being recorded', async () => {
        await shop.change({ receipts: true })
        const link = await shop.link({ customerEmail: 'ana@example.com' })
        await shop.paylink.writer.raw('alter table email_deliveries rename to away')
        await markPaid(link)
        await shop.paylink.writer.raw('alter table away rename to email_deliveries')
        const { body } = await shop.merchant.get(`/v1/payment_links/${link.id}`, { key: shop.key })
        expect(body.status).to.equal('paid')
        expect(shop.paylink.log.entries.map(({ message }) => message)).to.include('could not queue a receipt')
        expect(await kinds()).to.deep.equal([])
      })

      it('is not sent if the payment was refunded first', async () => {
        shop.server.fail({ at: 'mail', code: 451, text: '4.3.2 later' }, 1)
        const link = await shop.link({ customerEmail: 'ana@example.com' })
        await markPaid(link)
        await shop.tried(1)
        await shop.paylink.writer('payments').where({ link_id: link.id }).update({ status: 'refunded' })
        shop.paylink.clock.advance(60_000)
        expect((await shop.until(link, 'failed')).error).to.contain('refunded')
      })
    })

    describe('an alert', () => {
      const raise = (kind: Alert['kind'], target: string) => {
        const alert = { accountId: shop.merchant.account.id, kind, target, message: 'Look.', since: inHours(0) }
        return shop.paylink.container.get(UnitOfWork).run((tx) => shop.paylink.container.get(Alerts).raise(tx, alert))
      }
      const mailAlerts = () => shop.paylink.container.get(MailAlerts).run()

      it('goes to the configured address, once, unless the alert is resolved', async () => {
        await raise('webhook_endpoint.failing', 'hook_1')
        await mailAlerts()
        expect(await kinds()).to.deep.equal([])
        await shop.change({ alertsTo: 'duena@example.com' })
        await Promise.all([mailAlerts(), mailAlerts()])
        await mailAlerts()
        await eventually(
          () => Promise.resolve(shop.server.mails),
          (mails) => mails.length === 1,
        )
        const [mail] = shop.server.mails
        expect(mail?.envelope.to).to.deep.equal(['duena@example.com'])
        const { text, headers } = await PostalMime.parse(mail?.raw ?? '')
        expect(text?.replace(/\s+/g, ' ')).to.contain(
          'El endpoint de webhooks hook_1 lleva un día respondiendo solo con errores',
        )
        expect(headers.map(({ key }) => key)).to.not.include('list-unsubscribe')
        expect(await kinds()).to.deep.equal(['alert'])
      })

      it('names its topic in the subject', async () => {
        await shop.change({ alertsTo: 'duena@example.com' })
        await raise('invoicing.stalled', 'conn_1')
        await raise('invoice.total_differs', 'inv_1')
        await raise('invoice.cancellation_refused', 'inv_1')
        await mailAlerts()
        const attention = 'Taller Luna: algo necesita tu atención'
        expect(await shop.paylink.db('email_deliveries').orderBy('subject').pluck('subject')).to.deep.equal([
          `${attention}: facturas sin timbrar`,
          `${attention}: una factura con otro total`,
          `${attention}: una factura que no se canceló`,
        ])
      })
    })

    it('is deleted after a year, and becomes unknown when a claim expires (R263, I42)', async () => {
      const { link, email } = await shop.sent()
      const tidy = () => shop.paylink.container.get(TidyEmails).run()
      await shop.paylink
        .writer('email_deliveries')
        .where({ id: email.id })
        .update({
          ...{ status: 'sending', sent_at: null, claimed_by: 'dead-worker', next_attempt_at: inHours(-1) },
        })
      await tidy()
      expect((await shop.emailsOf(link))[0].status).to.equal('unknown')
      shop.paylink.clock.advance(364 * 24 * HOUR)
      await tidy()
      expect(await shop.emailsOf(link)).to.have.length(1)
      shop.paylink.clock.advance(2 * 24 * HOUR)
      await tidy()
      expect(await shop.emailsOf(link)).to.have.length(0)
    })
  })
}
