import { chooseFormaPago, formasPago } from '@paylink/core/invoicing/forma-pago'
import { Problem } from '@paylink/core/kernel/problem'
import type { Payment } from '@paylink/core/payments/payment'
import { expect } from 'chai'

const MONEY = '01 02 03 04 05 06 08 28 29 31'

const detail = (funding: string | null): string =>
  JSON.stringify({ raw: 'as told', card: funding === null ? undefined : { funding, brand: 'visa', last4: '4242' } })

const formsFor = (method: Payment['method'], methodDetail: string | null): string =>
  formasPago({ method, methodDetail })
    .allowed.map(({ code }) => code)
    .join(' ')

describe('the payment form on an invoice', () => {
  const cases: [Payment['method'], string | null, string][] = [
    ['card', detail('credit'), '04'],
    ['card', detail('debit'), '28'],
    ['card', detail('prepaid'), '04 05 28'],
    ['card', detail('unknown'), '04 28'],
    ['card', detail(null), '04 28'],
    // Recorded by the merchant.
    ['card', null, '04 28'],
    ['wallet', detail('credit'), '04'],
    ['wallet', detail('debit'), '28'],
    ['wallet', detail('prepaid'), '04 05 28'],
    ['wallet', detail('unknown'), '04 05 28'],
    ['wallet', detail(null), '04 05 28'],
    ['retail_cash', detail(null), '01'],
    ['retail_cash', null, '01'],
    ['spei_transfer', detail(null), '03'],
    ['bank_debit', detail(null), '03'],
    ['bnpl', detail(null), MONEY],
    ['other', null, MONEY],
    [null, null, MONEY],
  ]
  for (const [method, methodDetail, forms] of cases) {
    const way = `${method ?? 'an unknown method'}${methodDetail === null ? '' : ` ${methodDetail}`}`
    it(`of ${way} is ${forms.split(' ').join(' or ')} (R250)`, () => {
      expect(formsFor(method, methodDetail)).to.equal(forms)
      const { suggested } = formasPago({ method, methodDetail })
      expect(suggested).to.equal(forms.includes(' ') ? null : forms)
    })
  }

  it("is named in the tax authority's words", () => {
    expect(formasPago({ method: 'card', methodDetail: null })).to.deep.equal({
      suggested: null,
      allowed: [
        { code: '04', label: 'Tarjeta de crédito' },
        { code: '28', label: 'Tarjeta de débito' },
      ],
    })
  })

  const card = formasPago({ method: 'card', methodDetail: null })
  const cash = formasPago({ method: 'retail_cash', methodDetail: null })

  it('is optional when the payment determines it', () => {
    expect(chooseFormaPago(cash, undefined)).to.equal('01')
    expect(chooseFormaPago(cash, '01')).to.equal('01')
  })

  it('is the requested one when the payment leaves it open (R64)', () => {
    expect(chooseFormaPago(card, '28')).to.equal('28')
  })

  const refusals: [string, () => string][] = [
    ['left open', () => chooseFormaPago(card, undefined)],
    ['of another way to pay', () => chooseFormaPago(card, '01')],
    ['against what the payment settles', () => chooseFormaPago(cash, '04')],
    ['still to be defined', () => chooseFormaPago(formasPago({ method: 'other', methodDetail: null }), '99')],
    ['unknown', () => chooseFormaPago(card, '')],
  ]
  for (const [title, choose] of refusals) {
    it(`is refused ${title}`, () => {
      expect(choose).to.throw(Problem).that.has.property('errors').which.has.nested.property('[0].path', 'formaPago')
    })
  }
})
