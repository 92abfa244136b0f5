import { readdirSync, readFileSync } from 'node:fs'
import type { MailReport } from '@paylink/plugin-api'
import { expect } from 'chai'
import { transportTo } from './mailing.js'

const FOLDER = new URL('../../fixtures/mail-reports/', import.meta.url)
const SAMPLES = readdirSync(FOLDER).map((name) => readFileSync(new URL(name, FOLDER)))

const transport = transportTo('smtp://127.0.0.1:9')

const read = (raw: Uint8Array): Promise<MailReport[] | 'RangeError'> =>
  transport.readReport(raw).catch((error: unknown) => {
    if (error instanceof RangeError) return 'RangeError' as const
    throw error
  })

/** How long this process computes for it: the least of three, since a busy machine makes it more. */
async function cpuMs(raw: Uint8Array): Promise<number> {
  const times: number[] = []
  while (times.length < 3) {
    const before = process.cpuUsage()
    await read(raw)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  return Math.min(...times)
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

/** Within the limits of size. */
const PARSED: [string, string][] = [
  ['nothing', ''],
  ['a folded header', `To: a\n${much(' a@b.example,\n', 120_000)}\n`],
  ['a header of commas', `To: ${much(',', 120_000)}\nFrom: ${much('<', 1000)}\n\n`],
  ['a header of brackets', `From: ${much('(<"', 120_000)}\n\n`],
  ['a header of encoded words', `Subject: ${much('=?utf-8?Q?a?= ', 120_000)}\n\n`],
  ['a header that looks encoded', `Subject: ${much('=?', 120_000)}\n\n`],
  ['parameters', `Content-Type: multipart/report; ${much('a*0*=a;', 120_000)} boundary=b\n\n--b\n`],
  ['comments in a type', `Content-Type: text/plain ${much('(', 120_000)}\n\n`],
  ['quotes in a type', `Content-Type: text/plain; a="${much('\\"', 120_000)}\n\n`],
  ['parts beside parts', `${REPORT}${much('--b\n\n', 9_900)}`],
  ['one field', `${STATUS}Diagnostic-Code: ${much('smtp; ')}`],
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
  [
    'text and HTML',
    `Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n${much('a http://b.c/ ', MB2 / 2)}\n--b\nContent-Type: text/html\n\n${much('<p>', MB2 / 2)}\n--b--`,
  ],
  ['quoted-printable', `Content-Transfer-Encoding: quoted-printable\n\n${much('=')}`],
  ['a charset that is none', `Content-Type: text/plain; charset=${'x'.repeat(10_000)}\n\nHi`],
  ['UTF-7 and the like', `Content-Type: text/plain; charset=utf-7\n\n${much('+AGEAYQBh-')}`],
  ['dashes', `\n\nHi. This is the ${much('-')}`],
]

/** Beyond one of them. */
const REJECTED: [string, string][] = [
  ['two megabytes of nothing', much('\0')],
  ['empty lines', much('\n', 34_000)],
  ['too many empty lines', much('\n')],
  ['a header of two megabytes', `X: ${much('a')}\n\n`],
  ['parts within parts', much('Content-Type: multipart/mixed; boundary=b\n\n--b\n')],
  [
    'parts within parts, each its own',
    Array.from({ length: 5000 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`).join(''),
  ],
  [
    'almost boundaries',
    `${Array.from({ length: 19 }, (_, n) => `Content-Type: multipart/mixed; boundary=${'-'.repeat(60)}${n}\n\n--${'-'.repeat(60)}${n}\n`).join('')}${much(`${'-'.repeat(62)}\n`)}`,
  ],
  ['mails within mails', much('Content-Type: message/rfc822\n\n')],
  ['recipients', `${STATUS}${much('Action: failed\n\n', 270_000)}`],
  ['fields', `${STATUS}${much('a: b\n', 170_000)}`],
  ['a folded field', `${STATUS}Diagnostic-Code: a\n${much(` ${'a'.repeat(100)}\n`)}`],
  ['flowed text', `Content-Type: text/plain; format=flowed; delsp=yes\n\n${much(`${'> '.repeat(20)} \n`)}`],
  ['base64 that is none', `Content-Transfer-Encoding: base64\n\n${much('====\n', 170_000)}`],
  [
    'qmail',
    `From: a@b.example\n\nHi. This is the qmail-send program\n\n${much('<a>:\n\n')}\n\n--- \n\nMessage-ID: <a@b>\n`,
  ],
  ['qmail without an end', `\n\nHi. This is the ${much('\n\n- -', 68_000)}`],
]

/** A report about a mail of 700 KB. */
const ORDINARY = Buffer.from(
  readFileSync(new URL('postfix-bounced.eml', FOLDER), 'utf8').replace('Hola', much(`${'A'.repeat(76)}\n`, 700_000)),
)
const MAX_TIMES_ORDINARY = 10

describe('a hostile report', () => {
  let maxMs: number
  before(async () => (maxMs = MAX_TIMES_ORDINARY * (await cpuMs(ORDINARY))))

  for (const [expected, reports] of [
    ['parsed', PARSED],
    ['rejected', REJECTED],
  ] as const) {
    for (const [what, text] of reports) {
      it(`is ${expected}, for less than ${MAX_TIMES_ORDINARY} ordinary ones take: ${what}`, async () => {
        const raw = Buffer.from(text, 'latin1')
        const outcome = await read(raw)
        if (expected === 'rejected') expect(outcome).to.equal('RangeError')
        else expect(outcome).to.be.an('array').with.lengthOf.at.most(20)
        expect(await cpuMs(raw), `${Math.round(raw.length / 1024)} KB`).to.be.below(maxMs)
      })
    }
  }

  it('is parsed or rejected wherever it is truncated', async () => {
    for (const raw of SAMPLES) {
      for (let end = 0; end < raw.length; end += 13) await read(raw.subarray(0, end))
    }
  })

  it('is parsed or rejected whatever its bytes', async () => {
    const below = numbers(7)
    for (let nth = 0; nth < 300; nth++) await read(Uint8Array.from({ length: below(5000) }, () => below(256)))
    for (const raw of SAMPLES) {
      for (let nth = 0; nth < 60; nth++) {
        const changed = Buffer.from(raw)
        for (let changes = 1 + below(20); changes > 0; changes--) changed[below(changed.length)] = below(256)
        const from = below(raw.length)
        const outcome = await read(
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
    expect(await read(Buffer.alloc(2.5 * 1024 * 1024 + 1))).to.equal('RangeError')
  })

  it('is parsed with the whole mail and its attachments', async () => {
    expect(await read(ORDINARY)).to.have.length(1)
  })
})
