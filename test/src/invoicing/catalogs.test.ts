import { CFDI_USES, cfdiUse, isForIncome } from '@paylink/core/invoicing/catalogs/cfdi-uses'
import { PAYMENT_FORMS } from '@paylink/core/invoicing/catalogs/payment-forms'
import { TAX_REGIMES, taxRegime } from '@paylink/core/invoicing/catalogs/tax-regimes'
import { expect } from 'chai'

const claves = (rows: readonly { clave: string }[]): string[] => rows.map(({ clave }) => clave)

describe("the tax authority's catalogues", () => {
  it('have every regime, use and payment form of CFDI 4.0 once (R72)', () => {
    for (const [rows, count] of [
      [TAX_REGIMES, 19],
      [CFDI_USES, 24],
      [PAYMENT_FORMS, 22],
    ] as const) {
      expect(new Set(claves(rows)).size).to.equal(count)
      expect(rows).to.have.length(count)
      expect(rows.every(({ nombre }) => nombre === nombre.trim() && nombre !== '')).to.equal(true)
    }
  })

  it('say which kind of RFC each regime applies to', () => {
    expect(claves(TAX_REGIMES.filter(({ fisica, moral }) => fisica && moral))).to.deep.equal(['610', '626'])
    expect(claves(TAX_REGIMES.filter(({ fisica, moral }) => moral && !fisica))).to.deep.equal([
      '601',
      '603',
      '620',
      '622',
      '623',
      '624',
    ])
    expect(TAX_REGIMES.every(({ fisica, moral }) => fisica || moral)).to.equal(true)
  })

  it('allow personal deductions and wages to individuals only', () => {
    const personal = CFDI_USES.filter(({ moral }) => !moral)
    expect(personal.every(({ fisica, clave }) => fisica && /^(D\d\d|CN01)$/.test(clave))).to.equal(true)
    expect(personal).to.have.length(11)
  })

  it('give every use at least one regime of the kind it applies to', () => {
    for (const { clave, fisica, moral, regimenes } of CFDI_USES) {
      const kinds = regimenes.map((regime) => taxRegime(regime))
      expect(kinds, clave).not.to.include(undefined)
      if (fisica)
        expect(
          kinds.some((regime) => regime?.fisica),
          clave,
        ).to.equal(true)
      if (moral)
        expect(
          kinds.some((regime) => regime?.moral),
          clave,
        ).to.equal(true)
    }
  })

  it('give every regime a use for income invoices', () => {
    for (const { clave } of TAX_REGIMES) {
      expect(
        CFDI_USES.some((use) => isForIncome(use) && use.regimenes.includes(clave)),
        clave,
      ).to.equal(true)
    }
  })

  const regimesOf: [string, string][] = [
    ['G01', '601 603 606 612 620 621 622 623 624 625 626'],
    ['G02', '601 603 606 612 616 620 621 622 623 624 625 626'],
    ['G03', '601 603 606 612 620 621 622 623 624 625 626'],
    ['I08', '601 603 606 612 620 621 622 623 624 625 626'],
    ['D01', '605 606 607 608 611 612 614 615 625'],
    ['D10', '605 606 607 608 611 612 614 615 625'],
    ['S01', '601 603 605 606 607 608 610 611 612 614 615 616 620 621 622 623 624 625 626'],
    ['CP01', '601 603 605 606 607 608 610 611 612 614 615 616 620 621 622 623 624 625 626'],
    ['CN01', '605'],
  ]
  for (const [use, regimes] of regimesOf) {
    it(`${use} is for ${regimes}`, () => {
      expect([...(cfdiUse(use)?.regimenes ?? [])].sort()).to.deep.equal(regimes.split(' ').sort())
    })
  }
})
