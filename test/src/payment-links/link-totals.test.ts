import { lineAmounts, linkTotal } from '@paylink/core/payment-links/link-total'
import { expect } from 'chai'
import fc from 'fast-check'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { Merchant } from '../support/merchants.js'
import { expectProblem } from '../support/problems.js'

type Tax = 'iva_included' | 'iva_added' | 'exempt'
interface Line {
  name: string
  quantity: number
  unitPriceCentavos: number
  tax: Tax
}

const line = (quantity: number, unitPriceCentavos: number, tax: Tax = 'iva_included'): Line => ({
  name: 'Taza',
  quantity,
  unitPriceCentavos,
  tax,
})

const anyLine = (mostPrice: number): fc.Arbitrary<Line> =>
  fc
    .tuple(
      fc.integer({ min: 1, max: 999 }),
      fc.integer({ min: 1, max: mostPrice }),
      fc.constantFrom<Tax>('iva_included', 'iva_added', 'exempt'),
    )
    .map(([quantity, price, tax]) => line(quantity, price, tax))

/** Half up: the only whole number n with -50 < 100 n - 16 net <= 50. */
const isIvaOf = (iva: number, net: number): boolean => {
  const off = 100n * BigInt(iva) - 16n * BigInt(net)
  return off > -50n && off <= 50n
}

describe('the total of a link', () => {
  it('is the sum of the lines and of the IVA added to each, rounded half up per line (R42, R251)', () => {
    fc.assert(
      fc.property(fc.array(anyLine(999_999_999), { minLength: 1, maxLength: 20 }), (lines) => {
        let sum = 0n
        for (const one of lines) {
          const { netCentavos, addedIvaCentavos } = lineAmounts(one)
          expect(BigInt(netCentavos)).to.equal(BigInt(one.quantity) * BigInt(one.unitPriceCentavos))
          if (one.tax === 'iva_added') expect(isIvaOf(addedIvaCentavos, netCentavos)).to.equal(true)
          else expect(addedIvaCentavos).to.equal(0)
          sum += BigInt(netCentavos) + BigInt(addedIvaCentavos)
        }
        if (sum <= 2_147_483_647n) expect(linkTotal(lines)).to.equal(Number(sum))
        else expect(() => linkTotal(lines)).to.throw('above the maximum')
      }),
      { numRuns: 2000 },
    )
  })
})

const totals: [string, Line[], number][] = [
  ['one line', [line(3, 1000)], 3000],
  ['IVA included changes nothing', [line(1, 11_600, 'iva_included')], 11_600],
  ['exempt changes nothing', [line(1, 11_600, 'exempt')], 11_600],
  ['IVA is added', [line(1, 10_000, 'iva_added')], 11_600],
  ['a tie rounds up', [line(1, 1000), line(1, 3, 'iva_added'), line(1, 22, 'iva_added')], 1000 + 3 + 22 + 4],
  ['below half rounds down', [line(1, 1000), line(1, 3, 'iva_added')], 1003],
  ['above half rounds up', [line(1, 1000), line(1, 4, 'iva_added')], 1005],
  ['half of a centavo: 12.5 × 16 % = 2', [line(1, 1000), line(25, 1, 'iva_added')], 1029],
  ['16 % of 3.125 pesos rounds half up', [line(1, 1000), line(25, 125, 'iva_added')], 1000 + 3125 + 500],
  ['the line is rounded, not the unit', [line(1, 1000), line(10, 3, 'iva_added')], 1000 + 30 + 5],
  ['each line is rounded on its own', [line(1, 1000), ...Array<Line>(5).fill(line(1, 3, 'iva_added'))], 1015],
  ['all taxes in one link', [line(2, 1000), line(1, 999, 'iva_added'), line(1, 1, 'exempt')], 2000 + 999 + 160 + 1],
  ['twenty lines', Array<Line>(20).fill(line(999, 5000)), 99_900_000],
]

/** Just below, at and just above the limits of `provider_a`. */
const limits: [string, string, Line[], boolean][] = [
  ['MXN', '9.99', [line(1, 999)], false],
  ['MXN', '10.00', [line(1, 1000)], true],
  ['MXN', '8.62 and IVA: 10.00', [line(1, 862, 'iva_added')], true],
  ['MXN', '8.61 and IVA: 9.99', [line(1, 861, 'iva_added')], false],
  ['MXN', '999,999.99', [line(1, 99_999_999)], true],
  ['MXN', '1,000,000.00', [line(1, 100_000_000)], false],
  ['USD', '0.49', [line(1, 49)], false],
  ['USD', '0.50', [line(1, 50)], true],
  ['MXN', '2,147,483,647 centavos', [line(2, 999_999_999), line(1, 147_483_649)], false],
  ['MXN', '2,147,483,648 centavos', [line(2, 999_999_999), line(1, 147_483_650)], false],
  ['MXN', 'the most that twenty lines can hold', Array<Line>(20).fill(line(999, 999_999_999, 'iva_added')), false],
]

for (const engine of ENGINES) {
  describe(`the total of a link on ${engine}`, () => {
    let paylink: TestAppliance
    let merchant: Merchant
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      merchant = await Merchant.join(paylink)
    })
    after(() => paylink.stop())

    for (const [name, items, total] of totals) {
      it(`${name}: ${total} (R41-R42, R251)`, async () => {
        const { id, amountCentavos } = await merchant.createLink({ items })
        expect(amountCentavos).to.equal(total)
        expect((await merchant.get(`/v1/payment_links/${id}`)).body.amountCentavos).to.equal(total)
      })
    }

    for (const [currency, name, items, isTaken] of limits) {
      it(`${isTaken ? 'takes' : 'refuses'} ${currency} ${name} (R29, R114, R184-R185, R218)`, async () => {
        const reply = await merchant.create({ currency, items })
        if (isTaken) expect(reply.status).to.equal(201)
        else expectProblem(reply, 400, 'validation_error', 'items')
      })
    }

    it('is the sum of its lines, for random lines (R42)', async () => {
      const lines = fc.array(anyLine(4000), { minLength: 1, maxLength: 20 })
      await fc.assert(
        fc.asyncProperty(lines, async (items) => {
          const all = [line(1, 1000), ...items].slice(0, 20)
          expect((await merchant.createLink({ items: all })).amountCentavos).to.equal(linkTotal(all))
        }),
        { numRuns: 30 },
      )
    })
  })
}
