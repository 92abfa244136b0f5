import { readdirSync, readFileSync } from 'node:fs'
import type { MailReport } from '@paylink/plugin-api'
import { expect } from 'chai'
import { transportTo } from './mailing.js'

const FOLDER = new URL('../../fixtures/mail-reports/', import.meta.url)
const SAMPLES = readdirSync(FOLDER).map((name) => readFileSync(new URL(name, FOLDER)))

const transport = transportTo('smtp://127.0.0.1:9')

/** The outcome, and how long this process was busy. */
async function tried(raw: Uint8Array): Promise<{ outcome: MailReport[] | 'RangeError'; ms: number }> {
  const before = process.cpuUsage()
  const outcome = await transport.readReport(raw).catch((error: unknown) => {
    if (error instanceof RangeError) return 'RangeError' as const
    throw error
  })
  const { user, system } = process.cpuUsage(before)
  return { outcome, ms: (user + system) / 1000 }
}

/** Seeded, so that a failure is reproducible. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const REPORT = 'Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n'
const STATUS = `${REPORT}--b\nContent-Type: message/delivery-status\n\n`
const MB2 = 2 * 1024 * 1024
const much = (text: string, bytes = MB2): string => text.repeat(Math.ceil(bytes / text.length))

const HOSTILE: [string, string][] = [
  ['nothing', ''],
  ['two megabytes of nothing', much('\0')],
  ['empty lines', much('\n', 34_000)],
  ['too many empty lines', much('\n')],
  ['a header of two megabytes', `X: ${much('a')}\n\n`],
  ['a folded header', `To: a\n${much(' a@b.example,\n', 120_000)}\n`],
  ['a header of commas', `To: ${much(',', 120_000)}\nFrom: ${much('<', 1000)}\n\n`],
  ['a header of brackets', `From: ${much('(<"', 120_000)}\n\n`],
  ['a header of encoded words', `Subject: ${much('=?utf-8?Q?a?= ', 120_000)}\n\n`],
  ['a header that looks encoded', `Subject: ${much('=?', 120_000)}\n\n`],
  ['parameters', `Content-Type: multipart/report; ${much('a*0*=a;', 120_000)} boundary=b\n\n--b\n`],
  ['comments in a type', `Content-Type: text/plain ${much('(', 120_000)}\n\n`],
  ['quotes in a type', `Content-Type: text/plain; a="${much('\\"', 120_000)}\n\n`],
  ['parts within parts', much('Content-Type: multipart/mixed; boundary=b\n\n--b\n')],
  [
    'parts within parts, each its own',
    Array.from({ length: 5000 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`).join(''),
  ],
  ['parts beside parts', `${REPORT}${much('--b\n\n', 9_900)}`],
  [
    'almost boundaries',
    `${Array.from({ length: 19 }, (_, n) => `Content-Type: multipart/mixed; boundary=${'-'.repeat(60)}${n}\n\n--${'-'.repeat(60)}${n}\n`).join('')}${much(`${'-'.repeat(62)}\n`)}`,
  ],
  ['mails within mails', much('Content-Type: message/rfc822\n\n')],
  ['recipients', `${STATUS}${much('Action: failed\n\n', 270_000)}`],
  ['fields', `${STATUS}${much('a: b\n', 170_000)}`],
  ['one field', `${STATUS}Diagnostic-Code: ${much('smtp; ')}`],
  ['a folded field', `${STATUS}Diagnostic-Code: a\n${much(` ${'a'.repeat(100)}\n`)}`],
  ['a field without an end', `${STATUS}${much('a')}`],
  ['HTML', `Content-Type: text/html\n\n${much('<')}`],
  ['HTML tags', `Content-Type: text/html\n\n${much('<a href="')}`],
  ['HTML comments', `Content-Type: text/html\n\n${much('<!--')}`],
  ['HTML entities', `Content-Type: text/html\n\n${much('&amp')}`],
  ['HTML spaces', `Content-Type: text/html\n\n${much('< \t')}`],
  ['HTML breaks', `Content-Type: text/html\n\n${much('<br>')}`],
  ['HTML lists', `Content-Type: text/html\n\n${much('<li><p><div>')}`],
  ['links in text', `Content-Type: text/plain\n\n${much('http://a.')}`],
  ['spaces in text', `Content-Type: text/plain\n\n${much(' ')}x`],
  ['flowed text', `Content-Type: text/plain; format=flowed; delsp=yes\n\n${much(`${'> '.repeat(20)} \n`)}`],
  [
    'text and HTML',
    `Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n${much('a http://b.c/ ', MB2 / 2)}\n--b\nContent-Type: text/html\n\n${much('<p>', MB2 / 2)}\n--b--`,
  ],
  ['base64 that is none', `Content-Transfer-Encoding: base64\n\n${much('====\n', 170_000)}`],
  ['quoted-printable', `Content-Transfer-Encoding: quoted-printable\n\n${much('=')}`],
  ['a charset that is none', `Content-Type: text/plain; charset=${'x'.repeat(10_000)}\n\nHi`],
  ['UTF-7 and the like', `Content-Type: text/plain; charset=utf-7\n\n${much('+AGEAYQBh-')}`],
  [
    'qmail',
    `From: a@b.example\n\nHi. This is the qmail-send program\n\n${much('<a>:\n\n')}\n\n--- \n\nMessage-ID: <a@b>\n`,
  ],
  ['qmail without an end', `\n\nHi. This is the ${much('\n\n- -', 68_000)}`],
  ['dashes', `\n\nHi. This is the ${much('-')}`],
]

describe('a hostile report', () => {
  before(() => tried(SAMPLES[0]!))

  for (const [what, raw] of HOSTILE) {
    it(`is parsed or rejected within a second: ${what}`, async () => {
      const { outcome, ms } = await tried(Buffer.from(raw, 'latin1'))
      if (outcome !== 'RangeError') expect(outcome.length).to.be.at.most(20)
      expect(ms, `${Math.round(raw.length / 1024)} KB`).to.be.below(1000)
    })
  }

  it('is parsed or rejected wherever it is truncated', async () => {
    for (const raw of SAMPLES) {
      for (let end = 0; end < raw.length; end += 13) await tried(raw.subarray(0, end))
    }
  })

  it('is parsed or rejected whatever its bytes', async () => {
    const below = numbers(7)
    for (let nth = 0; nth < 300; nth++) await tried(Uint8Array.from({ length: below(5000) }, () => below(256)))
    for (const raw of SAMPLES) {
      for (let nth = 0; nth < 60; nth++) {
        const changed = Buffer.from(raw)
        for (let changes = 1 + below(20); changes > 0; changes--) changed[below(changed.length)] = below(256)
        const from = below(raw.length)
        const { outcome } = await tried(
          Buffer.concat([changed, raw.subarray(from, from + below(2000)), changed.subarray(below(500))]),
        )
        if (outcome === 'RangeError') continue
        for (const report of outcome) {
          expect(report.says ?? '').to.match(/^\P{Cc}{0,300}$/u)
          for (const text of [...report.envelopeFrom, ...report.messageIds]) expect(text).to.match(/^[^\s<>]{1,320}$/)
          expect(Math.max(report.envelopeFrom.length, report.messageIds.length)).to.be.at.most(20)
        }
      }
    }
  })

  it('is rejected above the size limit', async () => {
    expect((await tried(Buffer.alloc(2.5 * 1024 * 1024 + 1))).outcome).to.equal('RangeError')
  })

  it('is parsed with the whole mail and its attachments', async () => {
    const raw = readFileSync(new URL('postfix-bounced.eml', FOLDER), 'utf8').replace(
      'Hola',
      much(`${'A'.repeat(76)}\n`, 700_000),
    )
    const { outcome, ms } = await tried(Buffer.from(raw))
    expect(outcome).to.have.length(1)
    expect(ms).to.be.below(1000)
  })
})
