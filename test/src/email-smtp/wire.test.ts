import type { OutgoingMail } from '@paylink/plugin-api'
import { expect } from 'chai'
import PostalMime from 'postal-mime'
import { MailServer, type ServedMail } from '../support/mail-server.js'
import { contextOf, mailWith, outcomeOf, transportTo } from './mailing.js'
import type { SmtpTransport } from '@paylink/email-smtp/smtp-transport'

const GOLDEN = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'reply-to', 'subject', 'to']

const PNG = Buffer.from('iVBORw0KGgo=', 'base64')

describe('a mail on the wire', () => {
  let server: MailServer
  let transport: SmtpTransport
  before(async () => {
    server = await MailServer.start()
    transport = transportTo(server.url)
  })
  after(async () => {
    await transport.close()
    await server.stop()
  })

  async function served(changes: Partial<OutgoingMail>): Promise<ServedMail> {
    const before = server.mails.length
    await transport.send(
      mailWith({ replyTo: { address: 'hola@tienda.example', name: 'Tienda' }, ...changes }),
      contextOf(),
    )
    expect(server.mails).to.have.length(before + 1)
    return server.mails.at(-1)!
  }

  it('returns the reply of the server', async () => {
    expect(await transport.send(mailWith(), contextOf())).to.deep.equal({
      answer: `250 2.0.0 queued as ${server.mails.length}`,
    })
  })

  it('has one recipient, the envelope’s own sender, and the golden headers', async () => {
    const { envelope, raw } = await served({})
    expect(envelope).to.deep.equal({ from: 'bounces+em_1.k9@tienda.example', to: ['ana@cliente.example'] })
    const mail = await PostalMime.parse(Buffer.from(raw, 'latin1'))
    expect(mail.headers.map(({ key }) => key).sort()).to.deep.equal(GOLDEN)
    expect(mail.messageId).to.equal('<em_1.a@tienda.example>')
    expect(mail.date).to.equal('2026-11-21T16:00:00.000Z')
    expect(mail.to).to.deep.equal([{ name: '', address: 'ana@cliente.example' }])
    expect(mail.from).to.deep.equal({ name: 'Tienda de Café', address: 'pagos@tienda.example' })
    expect(mail.replyTo).to.deep.equal([{ name: 'Tienda', address: 'hola@tienda.example' }])
    expect(mail.text?.trim()).to.equal('Hola, Ana: paga aquí.')
    expect(mail.html).to.contain('aquí')
  })

  it('has the given headers, unchanged', async () => {
    const url = `<https://tienda.example/e/${'a'.repeat(300)}>`
    const headers = {
      'List-Unsubscribe': url,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'X-SMS-id': '=?utf-8?Q?x?=',
    }
    const { raw } = await served({ headers })
    expect(raw).to.contain('\nX-SMS-id: ').and.contain('\nList-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const mail = await PostalMime.parse(raw)
    expect(mail.headers.map(({ key }) => key).sort()).to.deep.equal(
      [...GOLDEN, ...Object.keys(headers).map((name) => name.toLowerCase())].sort(),
    )
    expect(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value).to.equal(url)
  })

  it('embeds images in the HTML and attaches files', async () => {
    const attachments = [
      { filename: 'logo.png', contentType: 'image/png', content: PNG, contentId: 'logo' },
      { filename: 'recibo de pago año 2026.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') },
    ]
    const { raw } = await served({ html: '<img src="cid:logo">', attachments })
    const types = [...raw.matchAll(/^Content-Type: ([\w/-]+)/gm)].map(([, type]) => type)
    expect(types).to.deep.equal([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'multipart/related',
      'text/html',
      'image/png',
      'application/pdf',
    ])
    const mail = await PostalMime.parse(raw)
    expect(mail.attachments.map(({ filename, related }) => [filename, related])).to.deep.equal([
      ['logo.png', true],
      ['recibo de pago año 2026.pdf', undefined],
    ])
    expect(Buffer.from(mail.attachments[0]!.content as ArrayBuffer)).to.deep.equal(PNG)
  })

  const WORDS = [
    'a, b; c: d <e@e.example>',
    'Grp: a@x.example, b@y.example;',
    '"Ana" (la de siempre) \\ <script>',
    'a@x.example, b@y.example',
    '.',
    'it\'s "quoted" \\" twice',
    '=?utf-8?B?DQpCY2M6IGVAZS5leGFtcGxl?=',
    '=?utf-8?Q?=0D=0ABcc:_e=40e.example?=',
    'لحظة \u202eحلو\u202c مرحبا',
    '👩‍👩‍👧‍👦 Café ñandú €100 🎉',
    'palabra '.repeat(125).trim(),
    'x'.repeat(1000),
    'é'.repeat(1000),
    '👍'.repeat(500),
    'lone \ud800 surrogate',
  ]
  for (const words of WORDS) {
    it(`carries ${JSON.stringify(words.slice(0, 30))} unchanged, to one recipient`, async () => {
      const named = { address: 'pagos@tienda.example', name: words }
      const { envelope, raw } = await served({ subject: words, from: named, replyTo: named, text: words, html: words })
      expect(envelope.to).to.deep.equal(['ana@cliente.example'])
      expect(Math.max(...raw.split('\r\n').map((line) => line.length))).to.be.at.most(998)
      expect(raw).to.match(/^[\x20-\x7e\t\r\n]*$/)
      expect(raw.replaceAll('\r\n', '')).not.to.match(/[\r\n]/)

      const mail = await PostalMime.parse(raw)
      const meant = words.toWellFormed()
      expect(mail.headers.map(({ key }) => key).sort()).to.deep.equal(GOLDEN)
      expect(mail.subject).to.equal(meant)
      expect(mail.text?.trim()).to.equal(meant)
      expect(mail.from?.address).to.equal('pagos@tienda.example')
      const letters = [...meant.replaceAll('=?', '= ?')]
      const shown = letters.length > 150 ? `${letters.slice(0, 150).join('')}…` : letters.join('')
      expect(mail.from?.name).to.equal(shown)
      expect(mail.replyTo).to.deep.equal([{ name: shown, address: 'pagos@tienda.example' }])
    })
  }

  const ADDRESSES = [
    '',
    ' ',
    'ana',
    'ana@cliente.example\r\nBcc: e@e.example',
    'ana@cliente.example\n',
    'ana@cliente.example\0',
    'a@x.example, b@y.example',
    'a@x.example,b@y.example',
    'a@x.example;b@y.example',
    'Grp: a@x.example, b@y.example;',
    'Ana <ana@cliente.example>',
    '<ana@cliente.example>',
    'ana(comment)@cliente.example',
    '"ana lópez"@cliente.example',
    '"a@x.example, b"@y.example',
    'a@b@c.example',
    'ana@[127.0.0.1]',
    'ana @cliente.example',
    'ana@cliente.example SIZE=1',
    'ána@cliente.example',
    'ana@clienté.example',
    '👍@cliente.example',
    'ana@cliente..example',
    '.ana@cliente.example',
    `${'a'.repeat(1000)}@cliente.example`,
    'ana\u202e@cliente.example',
  ]
  const places: [string, (text: string) => Partial<OutgoingMail>][] = [
    ['to', (to) => ({ to })],
    ['the envelope sender', (envelopeFrom) => ({ envelopeFrom })],
    ['the sender', (address) => ({ from: { address } })],
    ['the reply address', (address) => ({ replyTo: { address } })],
  ]
  for (const [place, put] of places) {
    it(`is rejected when ${place} is not one plain mailbox`, () => refuses(ADDRESSES.map((text) => put(text))))
  }

  it('is rejected if a header would contain a control character or a line break', () => {
    const breaks = ['a\r\nBcc: e@e.example', 'a\nb', 'a\rb', 'a\0b', 'a\tb', 'a\x7fb', 'a\x85b', 'a\x1b[31m']
    return refuses([
      ...breaks.flatMap((text) => [
        { subject: text },
        { from: { address: 'a@x.example', name: text } },
        { replyTo: { address: 'a@x.example', name: text } },
        { headers: { 'X-A': text } },
        { headers: { [text]: 'a' } },
        { messageId: text },
        { attachments: [{ filename: text, contentType: 'image/png', content: PNG }] },
        { attachments: [{ filename: 'a', contentType: text, content: PNG }] },
        { attachments: [{ filename: 'a', contentType: 'image/png', content: PNG, contentId: text }] },
      ]),
      { headers: { 'X-A': '' } },
      { headers: { 'X-A': 'é' } },
      { headers: { 'X-A': 'a'.repeat(1000) } },
      ...['Bcc', 'cc', 'TO', 'From', 'Content-Type', 'X-Mailer', 'Resent-To', 'a b', 'a:b', ''].map((name) => ({
        headers: { [name]: 'e@e.example' },
      })),
      { messageId: 'a@x.example> <b@y.example' },
      { date: 'yesterday' },
    ])
  })

  async function refuses(all: Partial<OutgoingMail>[]): Promise<void> {
    const { sessions, mails } = server
    const accepted = mails.length
    const quiet = transportTo(server.url)
    for (const changes of all) {
      expect(await outcomeOf(quiet.send(mailWith(changes), contextOf())), JSON.stringify(changes)).to.equal('rejected')
    }
    expect([server.sessions, server.mails.length]).to.deep.equal([sessions, accepted])
    await quiet.close()
  }
})
