import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { MailShop } from '../support/mail-shop.js'

const MINUTE = 60_000

for (const engine of ENGINES) {
  describe(`sending mail (${engine})`, () => {
    let shop: MailShop
    beforeEach(async () => (shop = await MailShop.open(engine)))
    afterEach(() => shop.close())

    /** Advances the clock until queued mails are due, and returns when none is left. */
    const pass = async (ms: number): Promise<void> => {
      shop.paylink.clock.advance(ms)
      const now = shop.paylink.clock.now().toISOString()
      const due = () =>
        shop.paylink
          .db('email_deliveries')
          .whereNotNull('next_attempt_at')
          .where('next_attempt_at', '<=', now)
          .pluck('id')
      await eventually(due, (ids) => ids.length === 0)
    }

    it('hands the mail to the server once, and marks it sent (R203)', async () => {
      const { link, email, mail } = await shop.sent()
      expect(email).to.include({ status: 'sent', error: null, temporaryFailedAt: null, livemode: true })
      expect(email.sentAt).to.be.a('string')
      expect(mail.envelope.to).to.deep.equal(['ana@example.com'])
      await pass(24 * 60 * MINUTE)
      expect(shop.server.mails).to.have.length(1)
      expect((await shop.emailsOf(link))[0].status).to.equal('sent')
    })

    it('retries after a 4xx with growing delays, and records when (R203)', async () => {
      shop.server.fail({ at: 'rcpt', code: 451, text: '4.7.1 greylisted' }, 2)
      const link = await shop.link()
      await shop.share(link)
      await shop.tried(1)
      const [waiting] = await shop.emailsOf(link)
      expect(waiting.status).to.equal('queued')
      expect(waiting.temporaryFailedAt).to.be.a('string')
      expect(waiting.error).to.contain('greylisted')
      await pass(MINUTE)
      // The second delay is longer than the first.
      await shop.tried(2)
      await pass(MINUTE)
      await shop.tried(2)
      expect(shop.server.mails).to.have.length(0)
      await pass(4 * MINUTE)
      const sent = await shop.until(link, 'sent')
      expect(sent.temporaryFailedAt).to.be.a('string')
      expect(sent.error).to.equal(null)
      expect(shop.server.mails).to.have.length(1)
    })

    it('gives up after a day without acceptance', async () => {
      shop.server.fail({ at: 'mail', code: 421, text: '4.3.2 not now' })
      const link = await shop.link()
      await shop.share(link)
      shop.paylink.timer.haste = 10
      const pauses = [1, 5, 15, 30, 60, 120, 240, 480, 480]
      for (const [nth, minutes] of pauses.entries()) {
        await shop.tried(nth + 1)
        await pass(minutes * MINUTE)
      }
      const email = await shop.until(link, 'failed')
      expect(email.error).to.match(/given up after \d+ attempts: .*not now/)
      expect(shop.server.mails).to.have.length(0)
    })

    for (const at of ['mail', 'rcpt', 'data', 'end'] as const) {
      it(`fails immediately after a 5xx at ${at} (R203)`, async () => {
        shop.server.fail({ at, code: 550, text: '5.7.1 no' })
        const link = await shop.link()
        await shop.share(link)
        const email = await shop.until(link, 'failed')
        expect(email.error).to.contain('5.7.1 no')
        shop.server.heal()
        await pass(24 * 60 * MINUTE)
        expect(shop.server.mails).to.have.length(0)
      })
    }

    for (const at of ['connect', 'ehlo'] as const) {
      it(`keeps the mail queued after a 5xx at ${at}, which is not about the mail`, async () => {
        shop.server.fail({ at, code: 554, text: '5.7.1 not from here' })
        const link = await shop.link()
        await shop.share(link)
        await shop.tried(1)
        const [waiting] = await shop.emailsOf(link)
        expect(waiting.status).to.equal('queued')
        expect(waiting.temporaryFailedAt).to.be.a('string')
        expect(waiting.error).to.contain('not from here')
        shop.server.heal()
        await pass(MINUTE)
        await shop.until(link, 'sent')
        expect(shop.server.mails).to.have.length(1)
      })
    }

    it('is not sent again once its link was clicked, although the server reported a failure (I42)', async () => {
      shop.server.fail({ at: 'end', code: 451, text: '4.3.0 not taken' }, 1)
      const link = await shop.link()
      await shop.share(link)
      await shop.tried(1)
      const { token } = await shop.paylink.db('email_deliveries').first('token')
      await fetch(`${link.url}?m=${token}`)
      await shop.until(link, 'delivered')
      await pass(24 * 60 * MINUTE)
      expect(shop.server.mails).to.have.length(0)
    })

    it('is not sent after an outage of days', async () => {
      shop.server.fail({ at: 'mail', code: 451, text: '4.3.2 later' })
      const link = await shop.link()
      await shop.share(link)
      await shop.tried(1)
      shop.server.heal()
      shop.paylink.clock.advance(49 * 60 * MINUTE)
      expect((await shop.until(link, 'failed')).error).to.contain('two days')
      expect(shop.server.mails).to.have.length(0)
    })

    it('retries if the connection broke before the mail was sent (R203)', async () => {
      shop.server.fail({ at: 'rcpt', cut: true }, 1)
      const link = await shop.link()
      await shop.share(link)
      await shop.tried(1)
      await pass(MINUTE)
      await shop.until(link, 'sent')
      expect(shop.server.mails).to.have.length(1)
    })

    for (const at of ['mid', 'end'] as const) {
      it(`stays unknown if the connection broke ${at === 'mid' ? 'during the mail' : 'before the answer'} (R203, I42)`, async () => {
        shop.server.fail({ at, cut: true }, 1)
        const link = await shop.link({ description: 'x'.repeat(2000) })
        await shop.share(link)
        const email = await shop.until(link, 'unknown')
        expect(email.error).to.be.a('string')
        await pass(48 * 60 * MINUTE)
        expect((await shop.emailsOf(link))[0].status).to.equal('unknown')
        expect(shop.server.mails.length, 'mails that came').to.be.at.most(1)
      })
    }

    it('does not request a payment that was made while the mail was queued', async () => {
      shop.server.fail({ at: 'connect', code: 421, text: '4.3.2 not now' }, 1)
      const link = await shop.link()
      await shop.share(link)
      await shop.tried(1)
      await shop.merchant.post(`/v1/payment_links/${link.id}/mark_paid`, {}, { key: shop.key })
      await pass(MINUTE)
      const email = await shop.until(link, 'failed')
      expect(email.error).to.contain('already paid')
      expect(shop.server.mails).to.have.length(0)
    })

    it('releases unsent mails on shutdown, and the next process sends them', async () => {
      shop.server.fail({ at: 'rcpt', silent: true }, 1)
      const link = await shop.link()
      await shop.share(link)
      await eventually(
        () => Promise.resolve(shop.server.reached('rcpt')),
        (isReached) => isReached,
      )
      shop.paylink.timer.haste = 20
      const { SendEmails } = await import('@paylink/core/mail/send-emails')
      await shop.paylink.container.get(SendEmails).stop()
      const [email] = await shop.emailsOf(link)
      expect([email.status, email.temporaryFailedAt]).to.deep.equal(['queued', null])
      expect((await shop.row(email)).claimed_by).to.equal(null)
    })

    it('sends nothing in test mode, not even a connection (R25, I43)', async () => {
      const link = await shop.merchant.createLink()
      const { body } = await shop.merchant.post(
        `/v1/payment_links/${link.id}/email`,
        { to: 'ana@example.com' },
        { idempotencyKey: 'test-mode' },
      )
      await eventually(
        async () => (await shop.merchant.get(`/v1/payment_links/${link.id}/emails`)).body.data,
        ([email]) => email.id === body.id && email.status === 'simulated',
      )
      expect([shop.server.sessions, shop.server.mails.length]).to.deep.equal([0, 0])
    })

    it('simulates immediately even if the mail server hangs', async () => {
      shop.server.fail({ at: 'rcpt', silent: true })
      const links = await Promise.all(Array.from({ length: 6 }, () => shop.link()))
      await Promise.all(links.map((link) => shop.share(link)))
      await eventually(
        () => Promise.resolve(shop.server.reached('rcpt')),
        (isReached) => isReached,
      )
      const link = await shop.merchant.createLink()
      const options = { idempotencyKey: 'beside' }
      await shop.merchant.post(`/v1/payment_links/${link.id}/email`, { to: 'ana@example.com' }, options)
      await eventually(
        async () => (await shop.merchant.get(`/v1/payment_links/${link.id}/emails`)).body.data,
        ([email]) => email.status === 'simulated',
      )
      shop.paylink.timer.haste = 20
    })

    it('sends each of many mails once', async () => {
      const links = await Promise.all(Array.from({ length: 40 }, () => shop.link()))
      await Promise.all(links.map((link, nth) => shop.share(link, `ana${nth}@example.com`)))
      const left = () => shop.paylink.db('email_deliveries').whereNot({ status: 'sent' }).pluck('id')
      await eventually(left, (ids) => ids.length === 0)
      const recipients = shop.server.mails.flatMap(({ envelope }) => envelope.to)
      expect(recipients).to.have.length(40)
      expect(new Set(recipients).size).to.equal(40)
    })
  })
}
