import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { linkBody } from '../support/appliance.js'
import { type Side, Twins } from './twins.js'

const LINK = JSON.stringify(linkBody())
const utf8 = (text: string): Buffer => Buffer.from(text)
const inTitle = (...bytes: number[]): Buffer =>
  Buffer.concat([
    utf8('{"title":"'),
    Buffer.from(bytes),
    utf8(`","items":${JSON.stringify((linkBody() as any).items)}}`),
  ])
const chunked = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`

interface Sent {
  headers?: string[]
  key?: string | null
  type?: string | null
  length?: number | null
  body?: string | Uint8Array
  path?: (side: Side) => string
}

const head = (side: Side, sent: Sent, nr: number): string[] => {
  const { headers = [], key = `wire-${nr}`, type = 'application/json', body = LINK, path } = sent
  const { length = Buffer.byteLength(body) } = sent
  return [
    `POST ${path?.(side) ?? '/v1/payment_links'} HTTP/1.1`,
    `Authorization: Bearer ${side.merchant.key}`,
    ...(key === null ? [] : [`Idempotency-Key: ${key}`]),
    ...(type === null ? [] : [`Content-Type: ${type}`]),
    ...(length === null ? [] : [`Content-Length: ${length}`]),
    ...headers,
  ]
}

const markPaid = ({ linkId }: Side): string => `/v1/payment_links/${linkId}/mark_paid`

/** A request and its response, even if Node's parser refuses it. */
const refused: [string, Sent, number, string][] = [
  ['no key', { key: null }, 400, 'validation_error'],
  ['an empty key', { key: '' }, 400, 'validation_error'],
  ['a key of spaces', { key: '   ' }, 400, 'validation_error'],
  ['a key with a space', { key: 'a b' }, 400, 'validation_error'],
  ['a key with a tab', { key: 'a\tb' }, 400, 'validation_error'],
  ['a key of 256 characters', { key: 'k'.repeat(256) }, 400, 'validation_error'],
  ['a key of 8000 characters', { key: 'k'.repeat(8000) }, 400, 'validation_error'],
  ['a key of 8 bits', { key: 'clé' }, 400, 'validation_error'],
  ['two keys', { headers: ['Idempotency-Key: other'] }, 400, 'validation_error'],
  ['the same key twice', { key: 'twice', headers: ['Idempotency-Key: twice'] }, 400, 'validation_error'],
  ['a key with a DEL', { key: 'a\x7fb' }, 400, 'validation_error'],
  ['a key with a NUL', { key: 'a\0b' }, 400, 'validation_error'],
  ['a header over two lines', { headers: ['X-A: b\r\n c'] }, 400, 'validation_error'],
  ['a header without a name', { headers: [': x'] }, 400, 'validation_error'],
  ['headers of 20 KB', { headers: [`X-A: ${'x'.repeat(20_000)}`] }, 431, 'payload_too_large'],
  ['gzip', { headers: ['Content-Encoding: gzip'], body: gzipSync(LINK) }, 415, 'unsupported_media_type'],
  [
    'a gzip bomb',
    { headers: ['Content-Encoding: gzip'], body: gzipSync(Buffer.alloc(10_000_000)) },
    415,
    'unsupported_media_type',
  ],
  ['deflate', { headers: ['Content-Encoding: deflate'], body: deflateSync(LINK) }, 415, 'unsupported_media_type'],
  ['brotli', { headers: ['Content-Encoding: br'], body: brotliCompressSync(LINK) }, 415, 'unsupported_media_type'],
  ['an encoding that is none', { headers: ['Content-Encoding: x'] }, 415, 'unsupported_media_type'],
  ['gzip declared as JSON', { body: gzipSync(LINK) }, 400, 'validation_error'],
  ['UTF-16', { body: Buffer.from(LINK, 'utf16le') }, 400, 'validation_error'],
  ['UTF-16 and its mark', { body: Buffer.from(`\ufeff${LINK}`, 'utf16le') }, 400, 'validation_error'],
  ['Latin-1', { body: inTitle(0xe9) }, 400, 'validation_error'],
  ['half a character', { body: inTitle(0xf0, 0x9f, 0xa7) }, 400, 'validation_error'],
  ['a surrogate as bytes', { body: inTitle(0xed, 0xa0, 0x80) }, 400, 'validation_error'],
  ['a NUL in two bytes', { body: inTitle(0xc0, 0x80) }, 400, 'validation_error'],
  ['a NUL as it is', { body: inTitle(0) }, 400, 'validation_error'],
  ['two marks of the byte order', { body: utf8(`\ufeff\ufeff${LINK}`) }, 400, 'validation_error'],
  ['something behind the body', { body: `${LINK}x` }, 400, 'validation_error'],
  ['a body shorter than its Content-Length', { body: LINK, length: 20 }, 400, 'validation_error'],
  ['a length that is no number', { headers: ['Content-Length: x'], length: null }, 400, 'validation_error'],
  ['a negative length', { headers: ['Content-Length: -1'], length: null }, 400, 'validation_error'],
  ['two lengths', { headers: ['Content-Length: 5'] }, 400, 'validation_error'],
  ['a length and chunks', { headers: ['Transfer-Encoding: chunked'], body: chunked(LINK) }, 400, 'validation_error'],
  [
    'chunks that are none',
    { headers: ['Transfer-Encoding: chunked'], length: null, body: 'zz\r\n{}\r\n' },
    400,
    'validation_error',
  ],
  ['more than 512 KB with a Content-Length', { body: `{"title":"${'x'.repeat(524_288)}"}` }, 413, 'payload_too_large'],
  [
    'more than 512 KB in chunks',
    { headers: ['Transfer-Encoding: chunked'], length: null, body: chunked(' '.repeat(600_000)) },
    413,
    'payload_too_large',
  ],
  ['a number of 1 MB', { body: `{"title":${'1'.repeat(1_000_000)}}` }, 413, 'payload_too_large'],
  [
    'a number of 1 MB where a receipt may be',
    { path: markPaid, body: `{"note":${'1'.repeat(1_000_000)}}` },
    400,
    'validation_error',
  ],
  ['a number of 500 KB', { body: `{"title":${'1'.repeat(500_000)}}` }, 400, 'validation_error'],
  ['a fraction of 500 KB', { body: `{"title":0.${'1'.repeat(500_000)}}` }, 400, 'validation_error'],
  [
    '50,000 properties',
    { body: `{${Array.from({ length: 50_000 }, (_, nr) => `"${nr}":0`).join()}}` },
    400,
    'validation_error',
  ],
  ['50,000 items', { body: `{"title":"x","items":[${Array(50_000).fill('{}').join()}]}` }, 400, 'validation_error'],
  ['250,000 lists', { body: `[${Array(170_000).fill('[]').join()}]` }, 400, 'validation_error'],
  ['100,000 levels', { body: '['.repeat(100_000) + ']'.repeat(100_000) }, 400, 'validation_error'],
  ['no end', { body: '['.repeat(100_000) }, 400, 'validation_error'],
  [
    'a body where none is taken',
    { path: ({ linkId }) => `/v1/payment_links/${linkId}/disable` },
    400,
    'validation_error',
  ],
]

const taken: [string, Sent][] = [
  ['a mark of the byte order', { body: utf8(`\ufeff${LINK}`) }],
  ['a property given twice: the last counts', { body: LINK.replace('{', '{"title":"",') }],
  ['chunks', { headers: ['Transfer-Encoding: chunked'], length: null, body: chunked(LINK) }],
  ['no encoding, by its name', { headers: ['Content-Encoding: identity'] }],
  ['an Expect', { headers: ['Expect: 100-continue'] }],
  [
    'hosts that are not ours',
    { headers: ['X-Forwarded-Host: evil.example', 'Forwarded: host=evil.example', 'X-Forwarded-Proto: https'] },
  ],
]

describe('bad requests', () => {
  let twins: Twins
  before(async () => (twins = await Twins.start()))
  after(() => twins.stop())

  refused.forEach(([name, sent, status, code], nr) => {
    it(`with ${name} answer ${status} ${code} on every engine (R2, R100-R101, R157)`, async () => {
      const before = await twins.rows()
      const all = await twins.wire((side) => head(side, sent, nr), sent.body ?? LINK)
      for (const one of all) expect(one).to.deep.equal({ status, code })
      expect(await twins.rows()).to.deep.equal(before)
    })
  })

  taken.forEach(([name, sent], nr) => {
    it(`with ${name} are accepted (R103)`, async () => {
      const all = await twins.wire((side) => head(side, sent, 1000 + nr), sent.body ?? LINK)
      for (const one of all) expect([100, 201]).to.include(one.status)
    })
  })

  it('never put another host into links (R4, R6)', async () => {
    for (const { paylink, merchant } of twins.sides) {
      const { data } = (await merchant.get('/v1/payment_links?limit=100')).body
      for (const { url } of data) expect(String(url).startsWith(`${paylink.url}/p/`)).to.equal(true)
    }
  })

  it('leave the server working (R169)', async () => {
    for (const { paylink, merchant } of twins.sides) {
      expect((await merchant.create()).status).to.equal(201)
      expect(paylink.log.entries.filter(({ level }) => level === 'error')).to.deep.equal([])
    }
  })
})
