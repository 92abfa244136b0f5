import { expect } from 'chai'
import PostalMime from 'postal-mime'
import { eventually } from '../support/appliance.js'
import { MailShop } from '../support/mail-shop.js'

/** Texts that could inject a header, a recipient or another name (F9). The API rejects NUL. */
const HOSTILE = [
  'Taza\r\nBcc: eve@example.com',
  'Taza\nX-Injected: yes\n\n<html>',
  'Taza\rCc: eve@example.com',
  'a@x.com, b@y.com',
  'Grupo: a@x.com, b@y.com;',
  '"Ana" <eve@example.com>',
  'Taza <eve@example.com>',
  'Taza (comentario) \\" ; , : < > @',
  '=?utf-8?q?=0D=0ABcc:_eve@example.com?=',
  '\u202eMX oirotcerid\u202c',
  'Taza\u2028Bcc: eve@example.com\u2029',
  'Taza\u0085Bcc: eve@example.com\u000b\u000c\u001b[31m',
  '😀 Ñandú 陶器 ☕️',
  'x'.repeat(200),
  'ñ'.repeat(200),
  '.\r\n.\r\nQUIT',
]

const GOLDEN = [
  ...['auto-submitted', 'content-type', 'date', 'from', 'list-unsubscribe', 'list-unsubscribe-post', 'message-id'],
  ...['mime-version', 'reply-to', 'subject', 'to', 'x-auto-response-suppress'],
]

describe('the headers of a mail', () => {
  let shop: MailShop
  before(async () => {
    shop = await MailShop.open('sqlite', { mailFrom: 'cobros@tienda.example' })
    await shop.merchant.change({ brand: { ...shop.merchant.account.brand, supportEmail: 'hola@luna.example' } })
  })
  after(() => shop.close())

  const mailed = async (changes: object) => {
    const before = shop.server.mails.length
    await shop.share(await shop.link(changes))
    await eventually(
      () => Promise.resolve(shop.server.mails.length),
      (count) => count > before,
    )
    const { envelope, raw } = shop.server.mails[before] ?? { envelope: { from: '', to: [] }, raw: '' }
    return { envelope, raw, parsed: await PostalMime.parse(Buffer.from(raw, 'latin1')) }
  }

  for (const text of HOSTILE) {
    it(`match the expected set, with one recipient, for any names: ${JSON.stringify(text.slice(0, 40))} (F9, I43)`, async () => {
      await shop.merchant.change({ name: text })
      const items = [{ name: text, quantity: 1, unitPriceCentavos: 15_000 }]
      const { envelope, raw, parsed } = await mailed({ title: text, items, description: text, customerName: text })
      const sent = shop.server.mails.length
      expect(parsed.headers.map(({ key }) => key).sort()).to.deep.equal(GOLDEN)
      expect(envelope.to).to.deep.equal(['ana@example.com'])
      expect(envelope.from).to.match(/^cobros\+[0-9a-z]{25}@tienda\.example$/)
      expect(parsed.to).to.deep.equal([{ address: 'ana@example.com', name: '' }])
      expect(parsed.from?.address).to.equal('cobros@tienda.example')
      expect(parsed.replyTo?.map(({ address }) => address)).to.deep.equal(['hola@luna.example'])
      expect([parsed.cc, parsed.bcc]).to.deep.equal([undefined, undefined])
      expect(parsed.subject).to.match(/te pide un pago/)
      for (const shown of [parsed.subject ?? '', parsed.from?.name ?? '', parsed.replyTo?.[0]?.name ?? '']) {
        expect(shown).to.not.match(/[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/)
      }
      const lines = raw.split('\r\n')
      expect(Math.max(...lines.map(({ length }) => length))).to.be.at.most(998)

      expect(raw).to.match(/^[\x09\x0a\x0d\x20-\x7e]*$/)
      expect(shop.server.mails.length).to.equal(sent)
    })
  }

  it('are the same at every attempt, and different for every mail (I42)', async () => {
    await shop.merchant.change({ name: 'Taller Luna' })
    const one = await mailed({})
    const two = await mailed({})
    expect(one.parsed.messageId).to.not.equal(two.parsed.messageId)
    expect(one.parsed.messageId).to.equal(`<${one.envelope.from.split(/[+@]/)[1]}@tienda.example>`)
  })
})
