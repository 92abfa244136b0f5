import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import { readFileSync, writeFileSync } from 'node:fs'
import { type Logo, readLogo } from '@paylink/core/accounts/logo'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { Installation, keyIn } from '../support/command.js'
import { ENGINES } from '../support/engines.js'
import { MailServer } from '../support/mail-server.js'
import { pngLogo } from '../support/pictures.js'

const FROM = 'Cobros <cobros@tienda.example>'

for (const engine of ENGINES) {
  describe(`paylink emails and accounts mail on ${engine}, while the server runs`, () => {
    let site: Installation
    let key: string
    let server: MailServer
    before(async () => {
      server = await MailServer.start()
      site = await Installation.make(engine, { PAYLINK_SMTP_URL: server.url, PAYLINK_MAIL_FROM: FROM })
      key = keyIn((await site.start('up')).said.stdout) ?? ''
    })
    after(async () => {
      await site.remove()
      await server.stop()
    })

    const link = async (title = 'Taza de barro'): Promise<PaymentLinkView> =>
      (await site.createLink(key, { title })).body
    const share = (of: { id: string }, to: string): Promise<{ status: number; body: any }> =>
      site.call('POST', `/v1/payment_links/${of.id}/email`, key, { to })
    const simulated = (id: string): Promise<any> =>
      eventually(
        () => site.ask('emails', 'show', id),
        (email) => email.status === 'simulated',
      )
    async function mailed(to: string, title?: string): Promise<any> {
      const { body } = await share(await link(title), to)
      return simulated(body.id)
    }

    it('list: all emails or those of one link, newest first', async () => {
      const one = await link()
      const ids: string[] = []
      for (const to of ['ana@example.com', 'luz@example.com']) ids.unshift((await share(one, to)).body.id)
      const other = await mailed('eva@example.com')
      const listed = await site.ask('emails', 'list')
      expect(listed.map(({ id }: any) => id)).to.deep.equal([other.id, ...ids])
      expect(listed[0]).to.include({ kind: 'request', mode: 'test', to: 'eva@example.com', status: 'simulated' })
      expect(listed[0]).to.include({ linkId: other.linkId, paymentId: null, attempts: 0, sentAt: null, error: null })
      const ofOne = await site.ask('emails', 'list', '--link', one.id)
      expect(ofOne.map(({ id }: any) => id)).to.deep.equal(ids)
      expect(await site.ask('emails', 'list', '--limit', '1')).to.deep.equal([listed[0]])
      expect(await site.ask('emails', 'list', '--link', 'plink_none')).to.deep.equal([])
      expect((await site.run('emails', 'list')).stdout).to.match(/^kind +mode +id +/)
    })

    it('show: recipient, subject and text', async () => {
      const { id, subject } = await mailed('ana@example.com', 'Florero')
      const { code, stdout } = await site.run('emails', 'show', id)
      expect(code).to.equal(0)
      expect(stdout.split('\n').slice(0, 4)).to.deep.equal([
        'To: ana@example.com',
        `Subject: ${subject}`,
        'Status: simulated',
        '',
      ])
      expect(subject).to.include('Florero')
      expect(stdout)
        .to.include('Taza azul')
        .and.match(/\$\s?150\.00/)
      expect(stdout).to.match(new RegExp(`${site.url}/p/\\S+\\?m=[0-9a-z]{25}`))
    })

    it('show --html: the email for a browser, with the logo', async () => {
      writeFileSync(site.file('logo.png'), pngLogo())
      await site.ask('accounts', 'brand', '--logo', site.file('logo.png'))
      const { id } = await mailed('ana@example.com')
      const { code, stdout } = await site.run('emails', 'show', id, '--html')
      expect(code).to.equal(0)
      expect(stdout).to.match(/^<!doctype html>/i)
      const { bytes } = (await readLogo(pngLogo())) as Logo
      expect(stdout).to.include(`src="data:image/png;base64,${Buffer.from(bytes).toString('base64')}"`)
      expect(stdout).to.not.include('cid:')
      const document = await site.ask('emails', 'show', id)
      expect(document).to.include({ id, mode: 'test', kind: 'request' })
      expect(document.html).to.equal(stdout.trimEnd())
      expect(document.text).to.include('Taza azul')
    })

    it('show: exits 1 for an unknown email, or without a receipt', async () => {
      const { id } = await mailed('ana@example.com')
      const [missing, bare] = await Promise.all([
        site.run('emails', 'show', 'eml_none', '--json'),
        site.run('emails', 'show', id, '--pdf', site.file('none.pdf')),
      ])
      expect(missing).to.include({ code: 1, stdout: '', stderr: 'there is no email eml_none\n' })
      expect(bare).to.include({ code: 1, stdout: '', stderr: 'this email has no PDF attachment\n' })
    })

    it('receipt: sends it again, to the customer or another address, with its PDF', async () => {
      const { id } = await link()
      const { body: paid } = await site.call('POST', `/v1/payment_links/${id}/mark_paid`, key, {})
      const to = ['--to', 'caja@example.com']
      const [noAddress, noPayment, list] = await Promise.all([
        site.run('emails', 'receipt', paid.paidPaymentId),
        site.run('emails', 'receipt', 'pay_none', ...to),
        site.run('emails', 'receipt', paid.paidPaymentId, '--to', 'a@example.com,b@example.com'),
      ])
      expect([noAddress.code, noPayment.code, list.code]).to.deep.equal([1, 1, 2])
      expect([noAddress, noPayment, list].map(({ stderr }) => stderr)).to.deep.equal([
        'no e-mail address is known: pass one with --to\n',
        'there is no payment pay_none\n',
        '--to must be one e-mail address, like ana@example.com\n',
      ])
      const queued = await site.ask('emails', 'receipt', paid.paidPaymentId, ...to)
      expect(queued).to.include({ kind: 'receipt', to: 'caja@example.com', linkId: id, paymentId: paid.paidPaymentId })
      await simulated(queued.id)
      const { code } = await site.run('emails', 'show', queued.id, '--pdf', site.file('receipt.pdf'))
      expect(code).to.equal(0)
      expect(readFileSync(site.file('receipt.pdf'), 'latin1')).to.match(/^%PDF-1\.\d/)
    })

    it('suppressed: lists addresses and reasons; allow: removes one, on the record', async () => {
      const { id, text } = await mailed('Luz@example.com')
      const way = /http\S+\/mail\/\S+\/unsubscribe\?s=\S+/.exec(text)?.[0] ?? ''
      expect((await fetch(way, { method: 'POST' })).status).to.equal(200)
      const listed = await site.ask('emails', 'suppressed')
      expect(listed).to.have.length(1)
      const [{ createdAt, ...found }] = listed
      expect(createdAt).to.match(/^\d{4}-.*Z$/)
      expect(found).to.deep.equal({
        ...{ address: 'luz@example.com', reason: 'unsubscribed' },
        ...{ deliveryId: id, mode: 'test' },
      })
      const again = await link()
      const refused = await share(again, 'luz@example.com')
      expect([refused.status, refused.body.errors[0].path]).to.deep.equal([400, 'to'])

      // Each mode has its own list.
      const live = await site.run('emails', 'allow', 'luz@example.com', '--mode', 'live')
      expect(live).to.include({ code: 1, stdout: '', stderr: 'luz@example.com is not suppressed\n' })
      expect(await site.ask('emails', 'allow', 'LUZ@example.com', '--mode', 'test')).to.deep.equal({
        ...{ address: 'LUZ@example.com', mode: 'test', suppressed: false },
      })
      expect(await site.ask('emails', 'suppressed')).to.deep.equal([])
      expect((await share(again, 'luz@example.com')).status).to.equal(202)
      const audit = await site.run('audit', 'list', '--json')
      expect(audit.json[0]).to.include({ action: 'email.allowed', actor: 'operator' })
      // The log is permanent, and an address is personal data.
      expect(audit.stdout.toLowerCase()).to.not.include('luz@')
    })

    it('reports: the URL for bounces, with its token', async () => {
      const { url, token } = await site.ask('emails', 'reports')
      expect(url).to.equal(`${site.url}/hooks/email_smtp/reports`)
      const hand = async (authorization: string): Promise<[number, any]> => {
        const headers = { Authorization: authorization, 'Content-Type': 'message/rfc822' }
        const answer = await fetch(url, { method: 'POST', headers, body: 'Subject: Hola\r\n\r\n¿Es de verdad?\r\n' })
        return [answer.status, await answer.json()]
      }
      const nothing = { received: true, reports: 0, known: 0 }
      expect(await hand(`Bearer ${token}`)).to.deep.equal([200, nothing])
      expect(await hand(`Basic ${Buffer.from(`mta:${token}`).toString('base64')}`)).to.deep.equal([200, nothing])
      expect((await hand(`Bearer ${token}x`))[0]).to.equal(401)
    })

    it('accounts mail: which emails are automatic, from the next one on; an option changes nothing else', async () => {
      const off = {
        reminderHours: null,
        receipts: false,
        opens: false,
        alertsTo: null,
        sheetTo: null,
        sheetSince: null,
      }
      const [{ id }] = await site.ask('accounts', 'list')
      const set = async (...options: string[]): Promise<any> => site.ask('accounts', 'mail', ...options)
      expect(await set()).to.deep.equal({ id, ...off })
      expect(await set('--receipts', 'on')).to.deep.equal({ id, ...off, receipts: true })
      expect(await set('--opens', 'on')).to.deep.equal({ id, ...off, receipts: true, opens: true })
      expect((await mailed('ana@example.com')).html).to.include('/open.gif')
      const all = { id, ...off, reminderHours: 48, receipts: true, opens: true, alertsTo: 'caja@example.com' }
      expect(await set('--reminder', '48', '--alerts-to', 'caja@example.com')).to.deep.equal(all)
      expect(await set()).to.deep.equal(all)
      expect(await set('--reminder', 'off', '--receipts', 'off', '--opens', 'off', '--alerts-to', 'off')).to.deep.equal(
        { id, ...off },
      )
      expect((await mailed('ana@example.com')).html).to.not.include('/open.gif')
    })

    it('opens no connection for any of this in test mode (R25, I43)', () => {
      expect([server.sessions, server.mails.length]).to.deep.equal([0, 0])
    })
  })
}

/** Does not depend on the engine. */
describe('paylink doctor: mail', () => {
  const auth = { user: 'cobros@tienda.example', pass: 'una clave/secreta' }
  let site: Installation
  let server: MailServer
  before(async () => {
    server = await MailServer.start({ auth })
    site = await Installation.make('sqlite')
    const started = await site.start('up')
    await started.stop()
  })
  after(async () => {
    await site.remove()
    await server.stop()
  })

  async function examine(url: string, from: string): Promise<{ code: number | null; said: string; mail: any }> {
    const env = { PAYLINK_SMTP_URL: url, PAYLINK_MAIL_FROM: from }
    const { code, stdout, stderr, json } = await site.runWith(env, ['doctor', '--json'])
    const { check, code: _, severity: __, ...mail } = json.find((found: any) => found.check === 'mail')
    expect(check).to.equal('mail')
    return { code, said: stdout + stderr, mail }
  }

  it('is fine when it is not set up', async () => {
    const { code, mail } = await examine('', '')
    expect({ code, mail }).to.deep.equal({
      code: 0,
      mail: {
        ok: true,
        detail: 'not set up, so live mail answers email_unavailable: set PAYLINK_SMTP_URL and PAYLINK_MAIL_FROM',
      },
    })
  })

  it('is a fault when one of the two settings is missing', async () => {
    const [noServer, noSender] = [await examine('', FROM), await examine(server.url, '')]
    expect([noServer.code, noSender.code]).to.deep.equal([1, 1])
    expect(noServer.mail).to.deep.equal({
      ok: false,
      detail: 'PAYLINK_SMTP_URL is missing: live mail cannot be sent',
    })
    expect(noSender.mail).to.deep.equal({
      ok: false,
      detail: 'PAYLINK_MAIL_FROM is missing: live mail cannot be sent',
    })
    expect(noServer.said).to.include('problems found: mail')
  })

  it('logs in, and sends nothing', async () => {
    const { code, mail } = await examine(server.url, FROM)
    expect({ code, mail }).to.deep.equal({
      code: 0,
      mail: { ok: true, detail: 'the mail server is ready; mail is sent from cobros@tienda.example' },
    })
    expect([server.logins, server.mails.length]).to.deep.equal([1, 0])
  })

  it('reports a wrong password, and prints none', async () => {
    const wrong = 'otra clave/secreta'
    const { code, said, mail } = await examine(
      server.url.replace(encodeURIComponent(auth.pass), encodeURIComponent(wrong)),
      FROM,
    )
    expect([code, mail.ok]).to.deep.equal([1, false])
    expect(mail.detail).to.match(/^127\.0\.0\.1:\d+ refused the user or password: 535 5\.7\.8 /)
    for (const secret of [wrong, encodeURIComponent(wrong), Buffer.from(wrong).toString('base64')]) {
      expect(said).to.not.include(secret)
    }
  })

  it('reports a missing server', async () => {
    const { code, mail } = await examine('smtp://127.0.0.1:1', FROM)
    expect({ code, mail }).to.deep.equal({
      code: 1,
      mail: {
        ok: false,
        detail: 'cannot reach 127.0.0.1:1: connection refused: start that server or correct PAYLINK_SMTP_URL',
      },
    })
  })
})
