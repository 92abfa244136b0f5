import { Redactor } from '@paylink/core/privacy/redactor'
import { expect } from 'chai'

const ANA = {
  email: 'ana@example.com',
  names: ['Ana', 'Ana María (Sol) Núñez'],
  rfcs: ['NUSA900101AB1', 'XAXX010101000'],
}
const redactor = new Redactor(ANA)

const TEXTS = [
  ['Para Ana, a las 5', 'Para (erased), a las 5'],
  ['ANA y Mariana', '(erased) y Mariana'],
  ['Clase de ana maría (sol) núñez.', 'Clase de (erased).'],
  ['Canasta, banana, Anabel', 'Canasta, banana, Anabel'],
  ['a Ana@Example.com o ana@example.com.', 'a (erased) o (erased).'],
  [
    'juana@example.com, x.ana@example.com, ana@example.com.mx',
    'juana@example.com, x.ana@example.com, ana@example.com.mx',
  ],
  ['?prefilled=ana%40example.com&x=1', '?prefilled=(erased)&x=1'],
  ['RFC nusa900101ab1', 'RFC (erased)'],
  ['público en general: XAXX010101000', 'público en general: XAXX010101000'],
] as const

describe('redacting the texts of a customer (R263)', () => {
  for (const [text, expected] of TEXTS) {
    it(`${text} → ${expected}`, () => {
      expect(redactor.redact(text)).to.equal(expected)
      expect(redactor.redact(expected)).to.equal(expected)
    })
  }

  it('empties the fields of a payload that are about the customer, whatever they hold, and keeps the others in their order', () => {
    const payload = {
      id: 'evt_1',
      data: {
        object: {
          id: 'pay_1',
          customerEmail: 'old@example.com',
          customerName: 'Anita',
          note: 'pagó su hija',
          amount: 1,
        },
        invoice: { receiver: { rfc: 'OLDA900101AB1', zip: '01000', email: null } },
        metadata: { paylink_payment: 'pay_1', who: 'Anita' },
      },
    }
    expect(redactor.redact(JSON.stringify(payload))).to.equal(
      JSON.stringify({
        id: 'evt_1',
        data: {
          object: { id: 'pay_1', customerEmail: null, customerName: null, note: null, amount: 1 },
          invoice: { receiver: { rfc: '(erased)', zip: '(erased)', email: null } },
          metadata: { paylink_payment: 'pay_1' },
        },
      }),
    )
  })

  it('replaces words alone in what is about others as well', () => {
    const shared = JSON.stringify({ email: 'luz@example.com', metadata: { who: 'Luz' }, to: ['ana@example.com'] })
    const expected = JSON.stringify({ email: 'luz@example.com', metadata: { who: 'Luz' }, to: ['(erased)'] })
    expect(redactor.redactShared(shared)).to.equal(expected)
  })

  it('keeps the very bytes of what does not name them, and changes nothing where there is no name', () => {
    for (const text of ['{ "a" : 1.0 }', '[1,  2]', '{not json', '']) expect(redactor.redact(text)).to.equal(text)
    expect(new Redactor({ email: '', names: [], rfcs: [] }).redact('Ana, ana@example.com')).to.include('Ana')
  })
})
