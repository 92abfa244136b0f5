import { CreateAccount } from '@paylink/core/accounts/create-account'
import { OPERATOR } from '@paylink/core/kernel/principal'
import { expect } from 'chai'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { Merchant } from '../support/merchants.js'

const FIELDS = [
  ...[
    'id',
    'linkId',
    'to',
    'livemode',
    'status',
    'subject',
    'error',
    'createdAt',
    'sentAt',
    'deliveredAt',
    'bouncedAt',
  ],
  ...['openedAt', 'clickedAt', 'complainedAt', 'unsubscribedAt', 'temporaryFailedAt'],
]

/** More than one mailbox, or a header injection (F9). */
const NO_MAILBOX = [
  ...[
    '',
    ' ',
    'ana',
    'ana@',
    '@example.com',
    'ana@example',
    'ana@@example.com',
    'ana example@x.mx',
    'ana@exa mple.com',
  ],
  ...[
    'ana@example.com\r\nBcc: eve@example.com',
    'ana@example.com\nBcc: eve@example.com',
    'ana@example.com\r',
    'a\tb@x.mx',
  ],
  ...['ana@example.com,eve@example.com', 'ana@example.com, eve@example.com', 'ana@example.com;eve@example.com'],
  ...[
    'Ana <ana@example.com>',
    '<ana@example.com>',
    '"Ana" <ana@example.com>',
    'Grupo: ana@example.com, eve@example.com;',
  ],
  ...['Grupo:;', 'ana(comment)@example.com', 'ana@example.com (Ana)', '"ana eve"@example.com', '"a@x.mx, b"@y.mx'],
  ...[
    'ana@[127.0.0.1]',
    'ana@-example.com',
    'ana@example..com',
    '.ana@example.com',
    'ana.@example.com',
    'a..b@example.com',
  ],
  ...[
    'ana@example.com\u2028',
    'ana@example.com\u0085',
    'an\u00e1@example.com',
    'ana@ex\u00e1mple.com',
    'ana\u202e@example.com',
  ],
  ...[
    'mailto:ana@example.com',
    'ana@example.com?cc=eve@example.com',
    'ana%0d%0aBcc:eve@x.mx',
    `${'a'.repeat(243)}@example.com`,
  ],
]

for (const engine of ENGINES) {
  describe(`mailing a link (${engine})`, () => {
    let paylink: TestAppliance
    let turn = 0
    before(async () => (paylink = await TestAppliance.start(engine)))
    after(() => paylink.stop())

    const share = (link: { id: string }, body: unknown = { to: 'ana@example.com' }, key = `share-${++turn}`) =>
      paylink.post(`/v1/payment_links/${link.id}/email`, body, { idempotencyKey: key })
    const emailsOf = async (link: { id: string }) =>
      (await paylink.get(`/v1/payment_links/${link.id}/emails`)).body.data as any[]

    it('answers 202 with the delivery, and simulates it in test mode (R25, R66-R67, R127)', async () => {
      const link = await paylink.createLink()
      const { status, body, headers } = await share(link)
      expect(status).to.equal(202)
      expect(body).to.have.all.keys(FIELDS)
      expect(body).to.include({
        linkId: link.id,
        to: 'ana@example.com',
        livemode: false,
        status: 'queued',
        error: null,
      })
      expect(body.subject).to.contain('Mi negocio').and.contain('Taza de barro')
      expect(headers.get('idempotency-replayed')).to.equal('false')
      const [seen] = await eventually(
        () => emailsOf(link),
        ([first]) => first?.status === 'simulated',
      )
      expect(seen).to.deep.equal({ ...body, status: 'simulated' })
    })

    it('lists the latest fifty of a link, newest first, in an object with data alone (R128, R180)', async () => {
      const link = await paylink.createLink()
      expect((await paylink.get(`/v1/payment_links/${link.id}/emails`)).body).to.deep.equal({ data: [] })
      const ids: string[] = []
      for (let nth = 0; nth < 53; nth++) {
        const { body } = await share(link, { to: `ana${nth}@example.com` })
        ids.unshift(body.id as string)
        paylink.clock.advance(21_000)
      }
      const listed = await emailsOf(link)
      expect(listed.map(({ id }) => id as string)).to.deep.equal(ids.slice(0, 50))
    })

    it('requires an idempotency key, accepts only `to`, and answers 404 for an unknown link (R73, R127)', async () => {
      const link = await paylink.createLink()
      const without = await paylink.post(`/v1/payment_links/${link.id}/email`, { to: 'ana@example.com' })
      expect([without.status, without.body.errors[0].path]).to.deep.equal([400, 'Idempotency-Key'])
      const more = await share(link, { to: 'ana@example.com', cc: 'eve@example.com' })
      expect([more.status, more.body.errors[0].path]).to.deep.equal([400, 'cc'])
      expect((await share(link, {})).body.errors[0].path).to.equal('to')
      expect((await share(link, { to: ['ana@example.com'] })).body.errors[0].path).to.equal('to')
      expect((await share({ id: 'plink_unknown' })).status).to.equal(404)
      expect((await paylink.get('/v1/payment_links/plink_unknown/emails')).status).to.equal(404)
      expect(await emailsOf(link)).to.deep.equal([])
    })

    it('accepts one plain mailbox, and answers everything else with 400 and path `to` (F9, I43)', async () => {
      const link = await paylink.createLink()
      for (const to of NO_MAILBOX) {
        const { status, body } = await share(link, { to })
        expect([to, status, body.errors?.[0]?.path]).to.deep.equal([to, 400, 'to'])
      }
      expect(await emailsOf(link)).to.deep.equal([])
      const longest = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.mx`
      for (const to of ['ana+luz@example.com', "o'neil@example.co", 'a_b-c@sub.example.com.mx', longest]) {
        const other = await paylink.createLink()
        expect([to, (await share(other, { to })).status]).to.deep.equal([to, 202])
      }
    })

    it('replays the first response, even after the link was paid (I30-I33)', async () => {
      const link = await paylink.createLink()
      const first = await share(link, { to: 'ana@example.com' }, 'same')
      await paylink.post(`/v1/payment_links/${link.id}/mark_paid`, {})
      const again = await share(link, { to: 'ana@example.com' }, 'same')
      expect([again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([202, 'true'])
      expect(again.text).to.equal(first.text)
      const other = await share(link, { to: 'eve@example.com' }, 'same')
      expect([other.status, other.body.code]).to.deep.equal([422, 'idempotency_key_reuse'])
      expect(await emailsOf(link)).to.have.length(1)
    })

    it('mails a link that is in checkout, and refuses one that is paid, expired or disabled (R226, R245)', async () => {
      const processing = await paylink.createLink()
      await paylink.openCheckout(processing)
      expect((await share(processing)).status).to.equal(202)
      const paid = await paylink.createLink()
      await paylink.post(`/v1/payment_links/${paid.id}/mark_paid`, {})
      const disabled = await paylink.createLink()
      await paylink.post(`/v1/payment_links/${disabled.id}/disable`)
      const expiresAt = new Date(paylink.clock.now().getTime() + 3_600_000).toISOString()
      const expired = await paylink.createLink({ expiresAt })
      paylink.clock.advance(3_600_001)
      const answers = await Promise.all([paid, expired, disabled].map((link) => share(link)))
      expect(answers.map(({ status, body }) => [status, body.code, body.errors?.[0]?.path])).to.deep.equal([
        [409, 'link_already_paid', undefined],
        [410, 'link_expired', undefined],
        [400, 'validation_error', 'status'],
      ])
      for (const link of [paid, expired, disabled]) expect(await emailsOf(link)).to.deep.equal([])
    })

    it('mails a link at most three times a minute, even of fifty concurrent requests (R176, I44)', async () => {
      const link = await paylink.createLink()
      const answers = await Promise.all(Array.from({ length: 50 }, () => share(link)))
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses.filter((status) => status === 202)).to.have.length(3)
      expect(new Set(statuses)).to.deep.equal(new Set([202, 429]))
      for (const { status, headers, body } of answers) {
        if (status !== 429) continue
        expect(body.code).to.equal('rate_limited')
        expect(Number(headers.get('retry-after'))).to.be.within(1, 60)
        expect(headers.get('x-ratelimit-remaining')).to.match(/^\d+$/)
      }
      expect(await emailsOf(link)).to.have.length(3)
      // The limit is per link, and ends after `Retry-After`.
      expect((await share(await paylink.createLink())).status).to.equal(202)
      const refused = await share(link, { to: 'ana@example.com' }, 'later')
      paylink.clock.advance(1000 * Number(refused.headers.get('retry-after')))
      expect((await share(link, { to: 'ana@example.com' }, 'later')).status).to.equal(202)
    })

    it('mails a link again after the clock was set back behind three earlier mails (I44)', async () => {
      const link = await paylink.createLink()
      for (let nth = 0; nth < 3; nth++) expect((await share(link)).status).to.equal(202)
      paylink.clock.advance(-3_600_000)
      expect((await share(link)).status).to.equal(202)
      paylink.clock.advance(3_600_000)
    })

    it('sends one mail per key, even of fifty concurrent requests (I30)', async () => {
      const link = await paylink.createLink()
      const answers = await Promise.all(Array.from({ length: 50 }, () => share(link, { to: 'a@example.com' }, 'once')))
      expect(new Set(answers.map(({ status }) => status))).to.satisfy((seen: Set<number>) =>
        [...seen].every((status) => status === 202 || status === 409),
      )
      expect(new Set(answers.filter(({ status }) => status === 202).map(({ text }) => text)).size).to.equal(1)
      expect(await emailsOf(link)).to.have.length(1)
    })

    it('needs the scope `email:send` (R205)', async () => {
      const link = await paylink.createLink()
      const reading = (await paylink.newKey({ scopes: ['links:read', 'links:write'] })).text
      const sending = (await paylink.newKey({ scopes: ['email:send'] })).text
      const path = `/v1/payment_links/${link.id}`
      const body = { to: 'ana@example.com' }
      expect((await paylink.post(`${path}/email`, body, { key: reading, idempotencyKey: 'r' })).status).to.equal(403)
      expect((await paylink.post(`${path}/email`, body, { key: sending, idempotencyKey: 's' })).status).to.equal(202)
      expect((await paylink.get(`${path}/emails`, { key: sending })).status).to.equal(403)
      expect((await paylink.get(`${path}/emails`, { key: reading })).status).to.equal(200)
    })

    it('does not mail, or list the mails of, a link of another account or mode (I46-I47)', async () => {
      const link = await paylink.createLink()
      await share(link)
      const other = await Merchant.join(paylink)
      await paylink.changeAccount({ verifiedAt: paylink.clock.now().toISOString() })
      const live = (await paylink.newKey({ livemode: true })).text
      const body = { to: 'ana@example.com' }
      for (const key of [other.key, live]) {
        const foreign = await paylink.post(`/v1/payment_links/${link.id}/email`, body, { key, idempotencyKey: 'x' })
        const unknown = await paylink.post('/v1/payment_links/plink_x/email', body, { key, idempotencyKey: 'y' })
        expect([foreign.status, foreign.body.detail]).to.deep.equal([404, unknown.body.detail])
        expect((await paylink.get(`/v1/payment_links/${link.id}/emails`, { key })).status).to.equal(404)
      }
      expect(await emailsOf(link)).to.have.length(1)
    })

    it('answers 503 in live mode without a mail server, and stores nothing (R171, R210)', async () => {
      const shop = await Merchant.join(paylink, {
        changes: { verifiedAt: paylink.clock.now().toISOString(), subscription: 'active' },
      })
      await shop.connect(true)
      const { text: key } = await shop.newKey({ livemode: true })
      const link = await shop.createLink({}, { key })
      const options = { key, idempotencyKey: 'live' }
      const { status, body } = await shop.post(`/v1/payment_links/${link.id}/email`, { to: 'ana@example.com' }, options)
      expect([status, body.code]).to.deep.equal([503, 'email_unavailable'])
      expect((await shop.get(`/v1/payment_links/${link.id}/emails`, { key })).body).to.deep.equal({ data: [] })
    })

    it('has all mail options of an account off by default (R247)', async () => {
      const account = await paylink.container.get(CreateAccount).run('Nuevo', OPERATOR)
      expect(account.mail).to.deep.equal({
        reminderHours: null,
        receipts: false,
        opens: false,
        alertsTo: null,
        sheetTo: null,
        sheetSince: null,
      })
    })
  })
}
