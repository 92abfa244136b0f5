import { expect } from 'chai'
import fc from 'fast-check'
import type { EmailKind } from '@paylink/core/mail/email'
import { maskedAddress } from '@paylink/core/mail/masked-address'
import { oneLine } from '@paylink/core/mail/one-line'
import { subjectOf } from '@paylink/core/mail/subjects'
import { LANGUAGES } from '../browser/words.js'

const KINDS: EmailKind[] = ['request', 'reminder', 'receipt', 'invoice', 'alert']

/** Characters that could inject a header or a recipient, or reverse the text. */
const HOSTILE: readonly string[] = [
  'a@x\r\nBcc: e@evil.example',
  'Boda\nSubject: otra cosa',
  'Boda\r\n\r\n<b>cuerpo</b>',
  'Boda\u0000\u0007\u001b[31m',
  'Boda\u0085\u009f',
  'Boda\u2028\u2029fin',
  '\u202ecip.exe\u2069\u2066',
  '\ud800 y \udc00',
  '=?utf-8?Q?=0D=0ABcc:_e=40evil.example?=',
  'a@x, b@y; Grupo: c@z;',
]

/** One line that is valid in a header. */
const LINE = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\p{Cs}]+$/u

describe('the subject of a mail', () => {
  const cases = [
    ['request', 'es-MX', 'Flores Lupita te pide un pago: Boda'],
    ['reminder', 'es-MX', 'Tu enlace de pago de Flores Lupita está por vencer: Boda'],
    ['receipt', 'es-MX', 'Recibo de tu pago a Flores Lupita: Boda'],
    ['invoice', 'es-MX', 'Tu factura de Flores Lupita: Boda'],
    ['alert', 'es-MX', 'Flores Lupita: algo necesita tu atención: Boda'],
    ['request', 'en', 'Flores Lupita is requesting a payment: Boda'],
    ['reminder', 'en', 'Your payment link from Flores Lupita is about to expire: Boda'],
    ['receipt', 'en', 'Receipt for your payment to Flores Lupita: Boda'],
    ['invoice', 'en', 'Your invoice from Flores Lupita: Boda'],
    ['alert', 'en', 'Flores Lupita: something needs your attention: Boda'],
  ] as const
  for (const [kind, locale, expected] of cases) {
    it(`${kind}, ${locale}: ${expected}`, () => {
      expect(subjectOf(kind, locale, 'Flores Lupita', 'Boda')).to.equal(expected)
    })
  }

  it('is one line of 1 to 150 characters for any names', () => {
    const text = fc.oneof(fc.constantFrom(...HOSTILE, '', ' ', '🎉'.repeat(200)), fc.string({ unit: 'binary' }))
    const kinds = fc.constantFrom(...KINDS)
    fc.assert(
      fc.property(kinds, fc.constantFrom(...LANGUAGES), text, text, (kind, locale, name, title) => {
        const subject = subjectOf(kind, locale, name, title)
        expect(subject).to.match(LINE)
        expect(subject).to.equal(subject.trim()).and.not.match(/\s\s/)
        expect([...subject].length).to.be.within(1, 150)
      }),
      { numRuns: 500 },
    )
  })

  it('names merchant and title even if both are long', () => {
    const subject = subjectOf('request', 'es-MX', 'Lupita'.repeat(40), `Boda ${'de Ana y Luis '.repeat(40)}`)
    expect(subject).to.match(/^Lupita.*… te pide un pago: Boda de Ana y Luis .*…$/)
    expect([...subject]).to.have.length.within(140, 150)
  })

  it('falls back to “the merchant” if no printable character is left of the name', () => {
    expect(subjectOf('request', 'es-MX', '\u202e\u0000', '\u2028')).to.equal('El comercio te pide un pago')
  })
})

describe('untrusted text as one line', () => {
  const cases = [
    ['a\r\nb', 10, 'a b'],
    ['  a \t b  ', 10, 'a b'],
    ['\u202eabc\u202c', 10, 'abc'],
    ['a\u0000\u007f\u0085b', 10, 'a b'],
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcde…'],
    ['abcd efg', 6, 'abcd…'],
    ['🎉🎉🎉', 2, '🎉…'],
    ['a\ud800b', 10, 'a\ufffdb'],
    ['\u0000', 10, ''],
  ] as const
  for (const [text, most, expected] of cases) {
    it(`${JSON.stringify(text)} in ${most} is ${JSON.stringify(expected)}`, () => {
      expect(oneLine(text, most)).to.equal(expected)
    })
  }
})

describe('an address shown to a person who may not be its owner', () => {
  const cases = [
    ['ana@example.com', 'a***@example.com'],
    ['a@example.com', 'a***@example.com'],
    ['"a@b"@example.com', '"***@example.com'],
    ['@example.com', '***'],
    ['nothing', '***'],
    ['', '***'],
  ] as const
  for (const [address, expected] of cases) {
    it(`${address} is shown as ${expected}`, () => expect(maskedAddress(address)).to.equal(expected))
  }
})
