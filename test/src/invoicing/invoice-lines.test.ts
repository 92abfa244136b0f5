import { invoiceLines } from '@paylink/core/invoicing/invoice-lines'
import { linkTotal } from '@paylink/core/payment-links/link-total'
import type { LinkItem } from '@paylink/core/payment-links/payment-link'
import type { InvoiceLine } from '@paylink/plugin-api'
import { expect } from 'chai'
import { anyCart, item, MOST, numbersFrom } from './carts.js'
import { stampedTotal, withinSatLimits } from './stamped.js'

/** `CARTS=1000000 node test/dist/run.js invoice-lines` checks that many. */
const CARTS = Number(process.env['CARTS'] ?? 20_000)

const netOf = (line: InvoiceLine | undefined): number => line?.unitPriceMicros ?? NaN

/** The violated rules among those that hold for every cart. */
function faultOf(cart: readonly LinkItem[]): string | null {
  const lines = invoiceLines(cart)
  const total = linkTotal(cart)
  for (const decimals of ['rounded', 'exact'] as const) {
    if (stampedTotal(lines, decimals) !== BigInt(total)) return `its total is another with IVA ${decimals}`
  }
  const stray = lines.findIndex((line, index) => !isFaithful(line, cart[index]))
  if (stray >= 0) return `line ${stray} is not the item's`
  return lines.every(withinSatLimits) ? null : 'an amount is outside the limits of SAT'
}

/** Unit, quantity and price are the item's to a micro; an explicit base gives the IVA of that line in centavos. */
function isFaithful(line: InvoiceLine, of: LinkItem | undefined): boolean {
  if (of?.quantity !== line.quantity || line.unitPriceMicros < 1) return false
  const stated = of.unitPriceCentavos * 10_000
  if (of.tax === 'exempt') return line.tax.kind === 'exempt' && line.unitPriceMicros === stated
  if (line.tax.kind === 'exempt') return false
  const { baseMicros } = line.tax
  if (of.tax === 'iva_included') {
    return baseMicros === undefined && Math.abs(line.unitPriceMicros * 1.16 - stated) < 1.17
  }
  if (line.unitPriceMicros !== stated) return false
  const iva = Math.floor((of.quantity * of.unitPriceCentavos * 16 + 50) / 100)
  return baseMicros === undefined || baseMicros === (iva === 0 ? 1 : iva * 62_500)
}

describe('the lines of an invoice', () => {
  it(`add up to the link's total for ${CARTS} carts (I39, R251)`, function () {
    this.timeout(10 * 60_000)
    const below = numbersFrom(20_261_121)
    for (let count = 0; count < CARTS; count++) {
      const cart = anyCart(below)
      const fault = faultOf(cart)
      if (fault !== null) expect.fail(`${fault}: ${JSON.stringify(cart)}`)
    }
  })

  it('keep prices without IVA', () => {
    expect(invoiceLines([item(3, 1_000, 'iva_added'), item(2, 55, 'exempt')])).to.deep.equal([
      { ...NAMED, quantity: 3, unitPriceMicros: 10_000_000, tax: { kind: 'iva', ratePercent: 16 } },
      { ...NAMED, quantity: 2, unitPriceMicros: 550_000, tax: { kind: 'exempt' } },
    ])
  })

  it('subtract included IVA exactly where six decimals suffice', () => {
    expect(netOf(invoiceLines([item(7, 11_600, 'iva_included')])[0])).to.equal(100_000_000)
  })

  it('subtract included IVA to six decimals otherwise, towards the side that the sums round to', () => {
    expect(netOf(invoiceLines([item(1, 10_000, 'iva_included')])[0])).to.equal(86_206_897)
    // 86.120689655…: the net sum is 86.12, and the price must not push it up.
    expect(netOf(invoiceLines([item(1, 9_990, 'iva_included')])[0])).to.equal(86_120_689)
  })

  it('state a base where the sum of IVA would differ from the IVA charged', () => {
    const lines = invoiceLines(Array<LinkItem>(20).fill(item(1, 4, 'iva_added')))
    expect(lines[0]?.tax).to.deep.equal({ kind: 'iva', ratePercent: 16, baseMicros: 62_500 })
    expect(stampedTotal(lines, 'exact')).to.equal(100n)
  })

  it('state a base above zero for a line charged no IVA', () => {
    const lines = invoiceLines(Array<LinkItem>(20).fill(item(1, 3, 'iva_added')))
    expect(lines[0]?.tax).to.deep.equal({ kind: 'iva', ratePercent: 16, baseMicros: 1 })
    expect(stampedTotal(lines, 'exact')).to.equal(60n)
  })

  it('are refused for items without codes, which no invoiceable link has', () => {
    const { satUnitCode: _, ...uncoded } = item(1, 100, 'exempt')
    expect(() => invoiceLines([uncoded])).to.throw('SAT codes')
  })
})

const NAMED = { description: 'Taza', productKey: '52152101', unitKey: 'H87' }

describe('the description of an item on the invoice', () => {
  const names: [string, string][] = [
    ['Café <molido> & "tostado" de Ñu', 'Café <molido> & "tostado" de Ñu'],
    ['Camisa | azul|M', 'Camisa / azul/M'],
    ['  Taza\r\n grande\t\u0007 ', 'Taza grande'],
    ['\u0001 \uFFFF', 'Sin descripción'],
    ['🎂'.repeat(200), '🎂'.repeat(200)],
  ]
  for (const [name, description] of names) {
    it(`${JSON.stringify(name.slice(0, 40))} is ${JSON.stringify(description.slice(0, 40))}`, () => {
      expect(invoiceLines([{ ...item(1, 100, 'exempt'), name }])[0]?.description).to.equal(description)
    })
  }
})

const many = (count: number, of: LinkItem): LinkItem[] => Array<LinkItem>(count).fill(of)

/** Centavos including IVA, a multiple of 999, whose net part has this many 29ths as its fraction. */
function grossAt(twentyNinths: number, from: number): number {
  let price = from
  while ((25 * 999 * price) % 29 !== twentyNinths) price++
  return price
}

describe('the lines of the hardest carts add up', () => {
  const carts: [string, LinkItem[]][] = []
  for (const from of [1, 5_000, 2_149_000]) {
    for (const part of [13, 14, 15, 16]) {
      carts.push([`999 of about ${from}, ${part}/29`, [item(999, grossAt(part, from), 'iva_included')]])
    }
  }
  for (const price of [1, 2, 3, 4, 5, 6, 9, 10, 13, 22]) {
    carts.push([`20 × ${price} with IVA on top`, many(20, item(1, price, 'iva_added'))])
    carts.push([
      `19 × ${price} with IVA on top and 999 that include it`,
      [...many(19, item(1, price, 'iva_added')), item(999, grossAt(14, 100), 'iva_included')],
    ])
    carts.push([
      `10 × ${price} with IVA on top and 10 × 999 that include it`,
      [...many(10, item(999, price, 'iva_added')), ...many(10, item(999, grossAt(15, 100), 'iva_included'))],
    ])
  }
  carts.push(['the dearest that includes IVA', [item(1, 999_999_999, 'iva_included')]])
  carts.push(['the largest total, exempt', [item(1, 999_999_999, 'exempt'), item(1, MOST - 999_999_999, 'exempt')]])
  carts.push([
    'the largest total with IVA',
    [item(2, 999_999_999, 'iva_included'), item(1, 147_483_649, 'iva_included')],
  ])
  carts.push([
    'IVA that six decimals a line carry over half a centavo',
    [item(1, 21, 'iva_added'), item(142, 164, 'iva_included')],
  ])
  carts.push(['the smallest total', [item(1, 1, 'iva_included')]])

  for (const [title, cart] of carts) it(title, () => expect(faultOf(cart)).to.equal(null))

  it('20 lines of 999, at every 29th and every offset of the last price', () => {
    for (let price = 1; price <= 29 * 29; price++) {
      const cart = [...many(19, item(999, price, 'iva_included')), item(999, 1 + (price % 29), 'iva_included')]
      expect(faultOf(cart), JSON.stringify(cart.slice(-2))).to.equal(null)
    }
  })
})
