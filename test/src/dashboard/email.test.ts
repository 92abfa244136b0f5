import { settingsOf } from '@paylink/core/accounts/account-settings'
import { Accounts } from '@paylink/core/accounts/accounts.repository'
import { Generation } from '@paylink/core/database/generation'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { ROLES } from '@paylink/core/identity/role'
import { LETTER_KINDS } from '@paylink/core/letters/preview-letter'
import { ReceiveReport } from '@paylink/core/mail/receive-report'
import { MAY_BE_SENT } from '@paylink/core/mail/email'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { MailServer } from '../support/mail-server.js'

const PAGE = '/dashboard/settings/email'
const TEST_PAGE = '/dashboard/test/settings/email'
const HOSTILE = 'Luna <script>alert(1)</script>'
const MINUTE_MS = 60_000

for (const engine of ENGINES) {
  describe(`the settings of emails, on ${engine} (R243–R246)`, () => {
    let server: MailServer
    let paylink: TestAppliance
    let owner: ShopPerson

    before(async () => {
      server = await MailServer.start({ auth: { user: 'luna', pass: 'good' } })
      const mail = { smtpUrl: server.url, mailFrom: 'cobros@luna.example' }
      paylink = await TestAppliance.start(engine, mail, { http: true, jobs: false })
    })
    after(async () => {
      await paylink.stop()
      await server.stop()
    })
    beforeEach(async () => (owner = await ShopPerson.signIn(paylink)))

    const account = async () => {
      await paylink.container.get(Generation).refresh()
      return (await paylink.container.get(Accounts).find(paylink.account.id))!
    }
    const change = async (changes: object): Promise<void> => {
      const settings = settingsOf(Object.assign(await account(), changes))
      await paylink.container
        .get(UnitOfWork)
        .run((tx) => paylink.container.get(Accounts).update(tx, paylink.account.id, settings))
    }
    const suppress = (id: string, more: object = {}) =>
      paylink.writer('email_suppressions').insert({
        ...{ account_id: paylink.account.id, livemode: true, address: `${id}@cliente.example`, reason: 'bounced' },
        ...{ delivery_id: id, created_at: paylink.clock.now().toISOString(), ...more },
      })

    it('are saved, and two people’s edits both stay', async () => {
      const first = await owner.form(PAGE, '/email')
      const second = await owner.form(PAGE, '/email')
      const saved = await owner.post(first.action, { ...first.fields, remind: 'on', hours: '36' })
      expect(saved.headers.get('location')).to.equal(`${PAGE}?saved=settings`)
      const typed = { alert: 'on', alertsTo: 'lupita@luna.example', opens: 'on' }
      const later = await owner.post(second.action, { ...second.fields, ...typed })
      expect(later.headers.get('location'), later.text).to.equal(`${PAGE}?saved=settings`)
      const { reminderHours, alertsTo, opens } = (await account()).mail
      expect({ reminderHours, alertsTo, opens }).to.deep.equal({
        ...{ reminderHours: 36, alertsTo: 'lupita@luna.example', opens: true },
      })
      await owner.send(PAGE, { remind: null, alert: null }, '/email')
      expect((await account()).mail).to.include({ reminderHours: null, alertsTo: null, opens: true })
    })

    it('refuse what is wrong at its field, and keep what was typed', async () => {
      for (const hours of ['', '0', '721', '1.5', 'x']) {
        const { status, html } = await owner.send(PAGE, { remind: 'on', hours }, '/email')
        expect(status, hours).to.equal(422)
        expect(html).to.match(/name="hours"[^>]*aria-invalid="true"/)
      }
      for (const alertsTo of ['', 'no es un correo', 'a@b.example, c@d.example']) {
        const { status, html } = await owner.send(PAGE, { alert: 'on', alertsTo, opens: null }, '/email')
        expect(status, alertsTo).to.equal(422)
        expect(html).to.match(/name="alertsTo"[^>]*aria-invalid="true"/)
        if (alertsTo !== '') expect(html).to.include(`value="${alertsTo}"`)
        expect(html).to.not.match(/name="opens"[^>]*checked/)
      }
      expect((await account()).mail).to.include({ alertsTo: null, opens: true })
    })

    it('ask the mail server: it answers, and it refuses the password', async () => {
      const good = await owner.send(PAGE, {}, '/test')
      expect(good.text).to.include('El servidor está listo. Los correos salen de cobros@luna.example.')
      expect(server.mails).to.deep.equal([])
      const wrong = server.url.replace('good', 'wrong')
      const other = await TestAppliance.start(
        engine,
        { smtpUrl: wrong, mailFrom: 'a@b.example' },
        { http: true, jobs: false },
      )
      try {
        const refused = await (await ShopPerson.signIn(other)).send(PAGE, {}, '/test')
        expect(refused.status).to.equal(200)
        expect(refused.text).to.include('El servidor no acepta correo ahora.').and.not.include('wrong@')
      } finally {
        await other.stop()
      }
    })

    it('show the token of reports only after identity was confirmed', async () => {
      const token = paylink.container.get(ReceiveReport).secret
      expect((await owner.get(PAGE)).html).to.not.include(token)
      const shown = await owner.get(`${PAGE}/reports`)
      expect(shown.html).to.include(token).and.include('/hooks/email_smtp/reports')
      expect(shown.headers.get('cache-control')).to.equal('no-store')
      paylink.clock.advance(11 * MINUTE_MS)
      const asked = await owner.get(`${PAGE}/reports`)
      expect(asked.headers.get('location')).to.include('/confirm?next=')
    })

    it('show every letter in both languages, and send and store none', async () => {
      await change({ name: HOSTILE })
      for (const kind of LETTER_KINDS)
        for (const language of ['es-MX', 'en']) {
          const page = await owner.get(`${PAGE}/preview/${kind}?language=${language}`)
          expect(page.status, kind).to.equal(200)
          const letter = await owner.get(`${PAGE}/preview/${kind}/letter?language=${language}`)
          expect(letter.status, kind).to.equal(200)
          expect(letter.headers.get('content-security-policy')).to.match(/default-src 'none'.*sandbox/)
          expect(letter.html).to.include(`<html lang="${language}">`).and.include('Luna &lt;script')
          for (const html of [letter.html, page.html]) {
            expect(html)
              .to.not.include('<script>alert')
              .and.not.match(/invt_|emch_|[?]m=|[?]s=/)
          }
        }
      expect((await owner.get(`${PAGE}/preview/receipt/pdf`)).html.slice(0, 5)).to.equal('%PDF-')
      for (const path of ['invoice/pdf', 'constructor', '__proto__/letter']) {
        expect((await owner.get(`${PAGE}/preview/${path}`)).status, path).to.equal(404)
      }
      expect(await paylink.db('email_deliveries').select('id')).to.deep.equal([])
    })

    it('list whom no mail goes to, of this account and mode, and allow one again after a question', async () => {
      const other = await ShopPerson.otherAccount(paylink)
      await suppress('eml_mine')
      await suppress('eml_angry', { reason: 'complained' })
      await suppress('eml_test', { livemode: false })
      await suppress('eml_other', { account_id: other.id })
      const { text } = await owner.get(`${PAGE}/suppressed`)
      expect(text)
        .to.include('eml_mine@')
        .and.include('eml_angry@')
        .and.not.include('eml_test@')
        .and.not.include('eml_other@')
      const question = await owner.get(`${PAGE}/suppressed/eml_angry/allow`)
      expect(question.text).to.include('solo si te lo pidió quien es dueño de esta dirección')
      for (const id of ['eml_test', 'eml_other']) {
        expect((await owner.get(`${PAGE}/suppressed/${id}/allow`)).status, id).to.equal(404)
      }
      const { action, fields } = await owner.form(`${PAGE}/suppressed/eml_angry/allow`, '/allow')
      for (const path of [action, action, action.replace('angry', 'other'), action.replace('angry', 'test')]) {
        expect((await owner.post(path, fields)).status).to.equal(303)
      }
      const left = await paylink.db('email_suppressions').orderBy('delivery_id').pluck('delivery_id')
      expect(left).to.deep.equal(['eml_mine', 'eml_other', 'eml_test'])
      expect(await paylink.db('audit_entries').where({ action: 'email.allowed' })).to.have.length(1)
    })

    it('keep the one-time address of an invitation and of a reset from those who read the mails', async () => {
      const admin = await ShopPerson.signIn(paylink, 'admin')
      const invitations = '/dashboard/settings/team'
      await owner.send(invitations, { email: 'nueva@luna.example', role: 'admin' }, '/invitations')
      const [row] = await paylink.db('email_deliveries').where({ kind: 'invitation' })
      expect((await admin.get(`${PAGE}/sent`)).html).to.include(row.id)
      for (const path of [row.id, `${row.id}/letter`]) {
        const { status, html } = await admin.get(`${PAGE}/sent/${path}`)
        expect(status).to.equal(200)
        expect(html).to.include('/dashboard/invitation/…').and.not.match(/invt_/)
        expect(html).to.not.include(row.token).and.not.include(row.report_token)
      }
      expect((await admin.get(`${TEST_PAGE}/sent/${row.id}`)).status).to.equal(404)
      expect((await admin.get(`${TEST_PAGE}/sent`)).html).to.not.include(row.id)
      await paylink
        .writer('email_deliveries')
        .where({ id: row.id })
        .update({ status: 'unknown', next_attempt_at: null })
      const cut = (await admin.get(`${PAGE}/sent/${row.id}`)).text
      expect(cut).to.include('No sabemos si salió: la conexión se cortó')
      await paylink.writer('email_deliveries').where({ id: row.id }).update({ error: MAY_BE_SENT })
      const restored = (await admin.get(`${PAGE}/sent/${row.id}`)).text
      expect(restored).to.include('No sabemos si salió: se restauró un respaldo').and.not.include('se cortó')
      const problem = (await admin.get(`${PAGE}/sent?status=problem`)).html
      expect(problem).to.include(row.id)
      expect((await admin.get(`${PAGE}/sent?status=waiting`)).html).to.not.include(row.id)
      const stranger = await ShopPerson.signIn(paylink, 'owner', (await ShopPerson.otherAccount(paylink)).id)
      expect((await stranger.get(`${PAGE}/sent/${row.id}`)).status).to.equal(404)
    })

    it('are for owner and admin', async () => {
      for (const role of ROLES) {
        const person = await ShopPerson.signIn(paylink, role, undefined, 'en')
        const isAllowed = role === 'owner' || role === 'admin'
        for (const page of ['', '/sent', '/suppressed', '/reports', '/preview/reset']) {
          expect((await person.get(PAGE + page)).status, `${role} ${page}`).to.equal(isAllowed ? 200 : 403)
        }
      }
    })
  })
}

describe('the settings of emails without a mail server', () => {
  it('say in red where it is set, and only in live mode', async () => {
    const paylink = await TestAppliance.start(ENGINES[0] ?? 'sqlite', {}, { http: true, jobs: false })
    try {
      const owner = await ShopPerson.signIn(paylink)
      const live = await owner.get(PAGE)
      expect(live.html).to.include('class="notice wrong"')
      expect(live.text).to.include('PAYLINK_SMTP_URL y PAYLINK_MAIL_FROM')
      expect((await owner.get(TEST_PAGE)).html).to.not.include('class="notice wrong"')
    } finally {
      await paylink.stop()
    }
  })
})
