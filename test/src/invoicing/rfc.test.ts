import { hasWrongCheckDigit, isGenericRfc, normalizeRfc, rfcKind } from '@paylink/core/invoicing/rfc'
import { expect } from 'chai'

describe('an RFC', () => {
  const typed: [string, string][] = [
    [' gode-561231-gr8\t', 'GODE561231GR8'],
    ['GODE 5612\u00a031 GR8', 'GODE561231GR8'],
    ['gode–561231—gr8', 'GODE561231GR8'],
    ['ñu&010101ab1', 'ÑU&010101AB1'],
    // N plus a combining tilde.
    ['n\u0303u&010101ab1', 'ÑU&010101AB1'],
    ['GODE.561231', 'GODE.561231'],
  ]
  for (const [text, rfc] of typed) {
    it(`typed ${JSON.stringify(text)} is ${rfc}`, () => expect(normalizeRfc(text)).to.equal(rfc))
  }

  const kinds: [string, 'fisica' | 'moral' | null][] = [
    ['GODE561231GR8', 'fisica'],
    ['SPM1410037E8', 'moral'],
    ['ÑU&010101AB1', 'moral'],
    ['&ÑÑ&010101ABA', 'fisica'],
    ['XAXX010101000', 'fisica'],
    ['XEXX010101000', 'fisica'],
    // Every fourth year has a 29 February: 2004, 1996, and 2000 where 1900 had none.
    ['ABC040229AB1', 'moral'],
    ['ABC960229AB1', 'moral'],
    ['ABC000229AB1', 'moral'],
    ['ABC010229AB1', null],
    ['ABC990229AB1', null],
    ['ABC020230AB1', null],
    ['ABC020431AB1', null],
    ['ABC020430AB1', 'moral'],
    ['ABC021231AB1', 'moral'],
    ['ABC021232AB1', null],
    ['ABC021301AB1', null],
    ['ABC020001AB1', null],
    ['ABC020100AB1', null],
    // The check digit is a digit or A.
    ['ABC020101AB0', 'moral'],
    ['ABC020101ABA', 'moral'],
    ['ABC020101ABB', null],
    ['ABC020101A1', null],
    ['AB020101AB1', null],
    ['ABCDE020101AB1', null],
    ['A1C020101AB1', null],
    ['ABC020101Ñ11', null],
    ['abc020101ab1', null],
    ['ABC０２０１０１AB1', null],
    ['ABC020101AB1\n', null],
    ['', null],
  ]
  for (const [rfc, kind] of kinds) {
    it(`${JSON.stringify(rfc)} is ${kind === null ? 'none' : kind}`, () => expect(rfcKind(rfc)).to.equal(kind))
  }

  it('is generic for the public and for foreigners', () => {
    expect(['XAXX010101000', 'XEXX010101000', 'GODE561231GR8'].map(isGenericRfc)).to.deep.equal([true, true, false])
  })

  const checks: [string, boolean][] = [
    ['GODE561231GR8', false],
    ['SPM1410037E8', false],
    ['GODE561231GR7', true],
    ['SPM1410037E9', true],
    ['XAXX010101000', false],
    // Issued by SAT like this.
    ['LIM0011098G0', false],
    // Not an RFC at all.
    ['GODE561331GR7', false],
    ['', false],
  ]
  for (const [rfc, isWrong] of checks) {
    it(`${rfc || 'an empty RFC'} ${isWrong ? 'has a wrong check digit' : 'has no wrong check digit'}`, () => {
      expect(hasWrongCheckDigit(rfc)).to.equal(isWrong)
    })
  }

  it('has exactly one correct check digit', () => {
    for (const start of ['GODE561231GR', 'SPM1410037E', 'ÑU&010101AB', 'ZZZZ991231ZZ', 'AAA000101AA']) {
      expect([...'0123456789A'].filter((digit) => !hasWrongCheckDigit(start + digit))).to.have.length(1)
    }
  })
})
