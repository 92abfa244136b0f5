import { readFileSync } from 'node:fs'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { ShowEmail } from '@paylink/core/letters/show-email'
import { AllowAddress } from '@paylink/core/mail/allow-address'
import { Emails } from '@paylink/core/mail/emails.repository'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { MailShop } from '../support/mail-shop.js'
import type { ServedMail } from '../support/mail-server.js'

const headerOf = (raw: string, name: string): string =>
  new RegExp(`^${name}:(.*(?:\r?\n[ \t].*)*)`, 'im')
    .exec(raw)?.[1]
    ?.replace(/\r?\n\s+/g, ' ')
    .trim() ?? ''

/** A report of a real server, about this mail. */
function reportOn(name: string, mail: ServedMail, { isQuoted = true }: { isQuoted?: boolean } = {}): string {
  const report = readFileSync(new URL(`../../fixtures/mail-reports/${name}.eml`, import.meta.url), 'latin1')
  const id = headerOf(mail.raw, 'Message-ID').replace(/[<>]/g, '')
  const about = report.replace(/bounces\+[\w.=-]+@tienda\.example/g, mail.envelope.from)
  return about.replace(/em_[\w.]+@tienda\.example/g, isQuoted ? id : 'unknown@example.com')
}

for (const engine of ENGINES) {
  describe(`the delivery of a mail (${engine})`, () => {
    let shop: MailShop
    before(async () => (shop = await MailShop.open(engine)))
    after(() => shop.close())

    it('has an envelope sender of its own, which identifies it in reports (VERP)', async () => {
      const one = await shop.sent()
      const two = await shop.sent()
      expect(one.mail.envelope.from).to.match(/^cobros\+[0-9a-z]{25}@tienda\.example$/)
      expect(one.mail.envelope.from).to.not.equal(two.mail.envelope.from)
      expect(one.mail.envelope.from.length).to.be.at.most(64 + 1 + 'tienda.example'.length)
    })

    for (const name of ['postfix-bounced', 'exchange-bounced', 'gmail-bounced', 'qmail-bounced']) {
      it(`is bounced by ${name}, and the address is suppressed (R203, R246)`, async () => {
        const to = `${name}@example.com`
        const { link, email, mail } = await shop.sent({}, to)
        const answer = await shop.report(reportOn(name, mail))
        expect([answer.status, await answer.json()]).to.deep.equal([200, { received: true, reports: 1, known: 1 }])
        const [seen] = await shop.emailsOf(link)
        expect(seen).to.include({ id: email.id, status: 'bounced' })
        expect(seen.bouncedAt).to.be.a('string')
        expect(seen.error).to.match(/5\d\d|5\.\d/)
        const again = await shop.share(await shop.link(), to.toUpperCase())
        expect([again.status, again.body.errors[0].path]).to.deep.equal([400, 'to'])
        expect(again.body.detail).to.contain('bounced')
        // Repeated: no effect.
        await shop.report(reportOn(name, mail))
        expect(await shop.emailsOf(link)).to.deep.equal([seen])
      })
    }

    for (const [name, from, status] of [
      ['a full mailbox', 'exim-bounced', '5.2.2'],
      ['what is called spam', 'postfix-bounced', '5.7.1'],
      ['broken SPF', 'postfix-bounced', '5.7.26'],
    ] as const) {
      it(`is bounced for ${name}, which is not about the address: it is not suppressed (R246)`, async () => {
        const to = `not-gone-${status}@example.com`
        const { link, mail } = await shop.sent({}, to)
        const report = reportOn(from, mail).replaceAll('5.1.1', status)
        expect(await (await shop.report(report)).json()).to.include({ known: 1 })
        expect((await shop.emailsOf(link))[0].status).to.equal('bounced')
        expect((await shop.share(await shop.link(), to)).status).to.equal(202)
      })
    }

    it('cannot be bounced by a person who knows only the link: the report token is in no URL', async () => {
      const { link, mail } = await shop.sent({}, 'pasada@example.com')
      const address = /http:\/\/\S+\/p\/\S+\?m=([0-9a-z]{25})/.exec(decoded(mail.raw))?.[1] ?? ''
      const forged = { ...mail, envelope: { ...mail.envelope, from: `cobros+${address}@tienda.example` } }
      const report = reportOn('postfix-bounced', forged, { isQuoted: false })
      expect(await (await shop.report(report)).json()).to.include({ known: 0 })
      expect((await shop.emailsOf(link))[0].status).to.equal('sent')
      expect(mail.raw).to.not.contain(`+${address}@`)
    })

    it('is identified by its Message-ID if the report lost its envelope', async () => {
      const { link, mail } = await shop.sent({}, 'quoted@example.com')
      const report = reportOn('postfix-bounced', mail).replaceAll(mail.envelope.from, 'bounces@example.com')
      expect(await (await shop.report(report)).json()).to.include({ known: 1 })
      expect((await shop.emailsOf(link))[0].status).to.equal('bounced')
    })

    it('is identified by the envelope recipient that the pipe passes on, in upper or lower case', async () => {
      const { link, mail } = await shop.sent({}, 'piped@example.com')
      const report = reportOn('postfix-bounced', mail, { isQuoted: false }).replaceAll(
        mail.envelope.from,
        'x@example.com',
      )
      expect(await (await shop.report(report)).json()).to.include({ known: 0 })
      const query = `?recipient=${encodeURIComponent(mail.envelope.from.toUpperCase())}`
      expect(await (await shop.report(report, { query })).json()).to.include({ known: 1 })
      expect((await shop.emailsOf(link))[0].status).to.equal('bounced')
    })

    it('is delivered when a server reports it, delayed while one retries, and unchanged by other messages', async () => {
      const { link, email, mail } = await shop.sent()
      await shop.report(reportOn('postfix-delayed', mail))
      const [late] = await shop.emailsOf(link)
      expect(late.status).to.equal('sent')
      expect(late.temporaryFailedAt).to.be.a('string')
      for (const name of ['away', 'read-receipt', 'postfix-relayed', 'postfix-expanded', 'yahoo-not-spam']) {
        const answer = await shop.report(reportOn(name, mail))
        expect([name, answer.status, (await answer.json()).known]).to.deep.equal([name, 200, 0])
      }
      expect(await shop.emailsOf(link)).to.deep.equal([late])
      await shop.report(reportOn('postfix-delivered', mail))
      const [delivered] = await shop.emailsOf(link)
      expect(delivered).to.include({ id: email.id, status: 'delivered' })
      expect(delivered.deliveredAt).to.be.a('string')
    })

    for (const name of ['yahoo-complained', 'outlook-complained']) {
      it(`is complained about by ${name}: the address is suppressed (R203, R246)`, async () => {
        const to = `${name}@example.com`
        const { link, mail } = await shop.sent({}, to)
        expect(await (await shop.report(reportOn(name, mail))).json()).to.include({ known: 1 })
        const [email] = await shop.emailsOf(link)
        expect(email.complainedAt).to.be.a('string')
        expect((await shop.share(await shop.link(), to)).body.detail).to.contain('as spam')
      })
    }

    it('accepts reports only with the token, in either form (R203)', async () => {
      const { link, mail } = await shop.sent({}, 'secret@example.com')
      const report = reportOn('postfix-bounced', mail)
      const before = await shop.emailsOf(link)
      for (const token of [null, 'wrong', '']) {
        const answer = await shop.report(report, { token })
        expect([answer.status, (await answer.json()).code]).to.deep.equal([401, 'unauthorized'])
      }
      expect(await shop.emailsOf(link)).to.deep.equal(before)
    })

    it('rejects or ignores any invalid body', async () => {
      expect((await shop.report('')).status).to.equal(400)
      const garbage = await shop.report('\0\xff\xfe not a mail at all')
      expect([garbage.status, await garbage.json()]).to.deep.equal([200, { received: true, reports: 0, known: 0 }])
      expect((await shop.report('x'.repeat(6 * 1024 * 1024))).status).to.equal(413)
      const nested = 'Content-Type: message/rfc822\r\n\r\n'.repeat(2000)
      expect((await shop.report(nested)).status).to.be.oneOf([200, 400])
    })

    it('is delivered when its link is clicked: the token identifies the mail (R247)', async () => {
      const { link, email, mail } = await shop.sent()
      const address = /http:\/\/\S+\/p\/\S+\?m=[0-9a-z]{25}/.exec(decoded(mail.raw))?.[0] ?? ''
      expect(address).to.contain(new URL(link.url).pathname)
      expect((await fetch(address, { method: 'HEAD' })).status).to.equal(200)
      expect((await shop.emailsOf(link))[0].clickedAt).to.equal(null)
      // A token is valid for its own link only.
      const other = await shop.link()
      await fetch(`${other.url}?m=${new URL(address).searchParams.get('m')}`)
      expect((await shop.emailsOf(link))[0].clickedAt).to.equal(null)

      expect((await fetch(address)).status).to.equal(200)
      const [clicked] = await eventually(
        () => shop.emailsOf(link),
        ([followed]) => followed?.clickedAt !== null,
      )
      expect(clicked).to.include({ id: email.id, status: 'delivered' })
      expect(clicked.clickedAt).to.be.a('string')
      shop.paylink.clock.advance(60_000)
      await fetch(address)
      expect((await shop.emailsOf(link))[0].clickedAt).to.equal(clicked.clickedAt)
      for (const odd of ['', 'x', 'm'.repeat(5000), '%00', "'--"]) {
        expect((await fetch(`${link.url}?m=${odd}`)).status, odd).to.be.oneOf([200, 400])
      }
    })

    it('tracks opens only if the account has switched that on (R247)', async () => {
      const { mail: without } = await shop.sent()
      expect(decoded(without.raw)).to.not.contain('open.gif')
      await shop.change({ opens: true })
      const { link, mail } = await shop.sent()
      await shop.change({ opens: false })
      const pixel = /http:\/\/[^"\s]+open\.gif/.exec(decoded(mail.raw))?.[0] ?? ''
      const answer = await fetch(pixel)
      expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'image/gif'])
      const emails = await eventually(
        () => shop.emailsOf(link),
        ([email]) => email?.openedAt !== null,
      )
      expect(emails[0].status).to.equal('delivered')
      expect((await fetch(pixel.replace(/mail\/\w+/, 'mail/unknown'))).status).to.equal(200)
    })

    it('is not marked opened or clicked by the operator’s preview', async () => {
      await shop.change({ opens: true })
      const { email, mail } = await shop.sent({}, 'mirada@example.com')
      await shop.change({ opens: false })
      const found = await shop.paylink.container.get(Emails).find(shop.merchant.account.id, email.id)
      if (!found) throw new Error('no mail')
      const shown = await shop.paylink.container.get(ShowEmail).run(found)
      expect(decoded(mail.raw)).to.contain('?m=').and.contain('open.gif')
      for (const body of [shown.text, shown.html]) expect(body).to.not.match(/[?]m=|open[.]gif/)
    })

    it('has a one-click unsubscribe link, and GET alone changes nothing (R246, RFC 8058)', async () => {
      const to = 'luz@example.com'
      const { link, mail } = await shop.sent({}, to)
      expect(headerOf(mail.raw, 'List-Unsubscribe-Post')).to.equal('List-Unsubscribe=One-Click')
      const address = /^<(http\S+)>$/.exec(headerOf(mail.raw, 'List-Unsubscribe'))?.[1] ?? ''
      const page = await fetch(address)
      expect([page.status, page.headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8'])
      expect((await page.text()).toLowerCase())
        .to.contain('<form')
        .and.not.contain(to)
      expect((await shop.emailsOf(link))[0].unsubscribedAt).to.equal(null)
      expect((await shop.share(await shop.link(), to)).status).to.equal(202)

      const form = new FormData()
      form.set('List-Unsubscribe', 'One-Click')
      const done = await fetch(address, { method: 'POST', body: form, redirect: 'manual' })
      expect(done.status).to.equal(200)
      expect((await shop.emailsOf(link))[0].unsubscribedAt).to.be.a('string')
      const refused = await shop.share(await shop.link(), 'LUZ@example.com')
      expect([refused.status, refused.body.errors[0].path]).to.deep.equal([400, 'to'])
      expect(refused.body.detail).to.contain('unsubscribed')
      const said = await (await fetch(address)).text()
      expect(said).to.not.contain('<form')
      // Allowed again, the page asks again and works again.
      const scope = { accountId: shop.merchant.account.id, livemode: true }
      await shop.paylink.container.get(AllowAddress).run(actFor(OPERATOR, scope), to)
      expect(await (await fetch(address)).text()).to.contain('<form')
      // Any number of times, with either body.
      const urlencoded = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
      expect((await fetch(address, { method: 'POST', body: urlencoded })).status).to.equal(200)
      expect((await fetch(address)).status).to.equal(200)
    })

    it('does not let the token of a forwarded link unsubscribe the recipient', async () => {
      const { mail, link } = await shop.sent()
      const token = /\?m=([0-9a-z]{25})/.exec(decoded(mail.raw))?.[1] ?? ''
      for (const path of [`/mail/${token}/unsubscribe`, `/mail/${token}/unsubscribe?s=${'0'.repeat(32)}`]) {
        expect((await fetch(shop.paylink.url + path, { method: 'POST' })).status).to.equal(404)
        expect((await fetch(shop.paylink.url + path)).status).to.equal(404)
      }
      expect((await shop.emailsOf(link))[0].unsubscribedAt).to.equal(null)
    })

    it('is not sent if the recipient unsubscribed while it was queued (R246)', async () => {
      const to = 'tarde@example.com'
      const { mail } = await shop.sent({}, to)
      shop.server.fail({ at: 'connect', code: 421, text: '4.3.2 later' }, 1)
      // Drops pooled connections.
      shop.server.cut()
      const link = await shop.link()
      await shop.share(link, to)
      await shop.tried(1)
      const address = /^<(http\S+)>$/.exec(headerOf(mail.raw, 'List-Unsubscribe'))?.[1] ?? ''
      await fetch(address, { method: 'POST' })
      const before = shop.server.mails.length
      shop.paylink.clock.advance(60_000)
      const failed = await shop.until(link, 'failed')
      expect(failed.error).to.contain('unsubscribed')
      expect(shop.server.mails.length).to.equal(before)
    })
  })
}

/** Decodes quoted-printable and base64 bodies. */
function decoded(raw: string): string {
  const plain = raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  const base64 = [...raw.matchAll(/base64\r?\n(?:.+\r?\n)*\r?\n((?:[A-Za-z0-9+/=]+\r?\n)+)/g)].map(([, body = '']) =>
    Buffer.from(body, 'base64').toString('latin1'),
  )
  return [plain, ...base64].join('\n').replaceAll('&amp;', '&')
}
