import { readFileSync } from 'node:fs'
import type { MailReport } from '@paylink/plugin-api'
import { expect } from 'chai'
import { transportTo } from './mailing.js'

const transport = transportTo('smtp://127.0.0.1:9')
const read = (raw: Uint8Array): Promise<MailReport[]> => transport.readReport(raw)
const sample = (name: string): Buffer =>
  Buffer.from(
    readFileSync(new URL(`../../fixtures/mail-reports/${name}.eml`, import.meta.url), 'utf8').replaceAll('\n', '\r\n'),
  )

const ABOUT = {
  envelopeFrom: ['bounces+em_1.k9@tienda.example', 'bounces@tienda.example', 'pagos@tienda.example'],
  messageIds: ['em_1.a@tienda.example'],
}
const NO_USER = '550 5.1.1 <ana@cliente.example>: Recipient address rejected: User unknown in virtual mailbox table'

describe('a report of another mail server', () => {
  const known: [string, Partial<MailReport>][] = [
    ['postfix-bounced', { ...ABOUT, fate: 'bounced', isAddressGone: true, says: NO_USER }],
    [
      'postfix-delayed',
      {
        ...ABOUT,
        fate: 'delayed',
        isAddressGone: false,
        says: 'connect to mail.cliente.example[192.0.2.7]:25: Connection timed out',
      },
    ],
    ['postfix-delivered', { ...ABOUT, fate: 'delivered', isAddressGone: false, says: '250 2.0.0 Ok: queued as 7C2' }],
    ['exim-bounced', { fate: 'bounced', isAddressGone: false, says: '552 5.2.2 Mailbox full' }],
    ['exchange-bounced', { fate: 'bounced', isAddressGone: true }],
    ['gmail-bounced', { fate: 'bounced', isAddressGone: true }],
    ['qmail-bounced', { fate: 'bounced', isAddressGone: true, says: 'Sorry, no mailbox here by that name. (#5.1.1)' }],
    ['yahoo-complained', { fate: 'complained', isAddressGone: false, says: 'abuse, Yahoo!-Mail-Feedback/2.0' }],
    ['aol-opted-out', { fate: 'complained', isAddressGone: false, says: 'opt-out, AOL SComp' }],
    [
      'outlook-complained',
      { fate: 'complained', isAddressGone: false, says: 'complaint about message from 192.0.2.4' },
    ],
  ]
  for (const [name, report] of known) {
    it(`is understood: ${name}`, async () => {
      const reports = await read(sample(name))
      expect(reports).to.have.length(1)
      expect(reports[0]).to.deep.include(report)
      expect(reports[0]?.envelopeFrom).to.include('bounces+em_1.k9@tienda.example')
      expect(reports[0]?.messageIds).to.deep.equal(['em_1.a@tienda.example'])
    })
  }

  for (const name of [
    'postfix-relayed',
    'postfix-expanded',
    'yahoo-not-spam',
    'arf-auth-failure',
    'qmail-unquoted',
    'away',
    'read-receipt',
    'forwarded-bounce',
  ]) {
    it(`yields no report: ${name}`, async () => expect(await read(sample(name))).to.deep.equal([]))
  }

  it('marks the address as gone only if that is permanent', async () => {
    const raw = sample('postfix-bounced').toString('latin1')
    const cases: [string | RegExp, string, boolean][] = [
      ['Status: 5.1.1', 'Status: 4.4.7', false],
      // The diagnostic of the remote server is more precise.
      ['Status: 5.1.1', 'Status: 5.0.0', true],
      ['Status: 5.1.1\r\n', '', true],
      ['Status: 5.1.1', 'Status: unknown', true],
      [/5\.1\.1/g, '5.7.1', false],
      [/5\.1\.1/g, '5.7.26', false],
      [/5\.1\.1/g, '5.2.2', false],
      [/5\.1\.1/g, '5.2.1', true],
      [/5\.1\.1/g, '5.1.10', true],
    ]
    for (const [from, to, isAddressGone] of cases) {
      const [report] = await read(Buffer.from(raw.replace(from, to)))
      expect([report?.fate, report?.isAddressGone], to).to.deep.equal(['bounced', isAddressGone])
    }
  })

  it('yields one report per recipient, at most twenty', async () => {
    const raw = sample('postfix-bounced').toString('latin1')
    const one = 'Final-Recipient: rfc822; x@y.example\r\nAction: delayed\r\nStatus: 4.0.0\r\n\r\n'
    const reports = await read(Buffer.from(raw.replace('Final-Recipient:', `${one.repeat(50)}Final-Recipient:`)))
    expect(reports).to.have.length(20)
    expect(new Set(reports.map(({ fate }) => fate))).to.deep.equal(new Set(['delayed']))
  })

  it('is understood with any line endings and in capitals', async () => {
    const raw = sample('postfix-bounced').toString('latin1')
    expect(await read(Buffer.from(raw.replaceAll('\r\n', '\n')))).to.have.length(1)
    const shouted = raw.replace(/^(Content-Type|Action|Status|Message-ID|Return-Path):.*$/gim, (line) =>
      line.includes('boundary') ? line : line.toUpperCase(),
    )
    expect((await read(Buffer.from(shouted)))[0]?.fate).to.equal('bounced')
  })

  it('quotes no text that could break a line', async () => {
    const raw = sample('postfix-bounced').toString('latin1')
    const [report] = await read(Buffer.from(raw.replace('rejected: User', `\x1b[31m\x00\u0085 ${'x'.repeat(1000)}`)))
    expect(report?.says).to.match(/^\P{Cc}{1,300}$/u)
  })
})
