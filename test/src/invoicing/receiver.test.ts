import { CFDI_USES } from '@paylink/core/invoicing/catalogs/cfdi-uses'
import { TAX_REGIMES } from '@paylink/core/invoicing/catalogs/tax-regimes'
import { faultsOf, parseReceiver, type ReceiverInput } from '@paylink/core/invoicing/receiver'
import { Problem } from '@paylink/core/kernel/problem'
import { expect } from 'chai'

const PERSON = 'GODE561231GR8'
const COMPANY = 'SPM1410037E8'

const company: ReceiverInput = {
  rfc: COMPANY,
  name: 'SERVICIOS Ñ & "CÍA" <MÉXICO>',
  zip: '06700',
  regimenFiscal: '601',
  usoCfdi: 'G03',
  email: 'facturas@example.com',
}
const person: ReceiverInput = { ...company, rfc: PERSON, name: 'ELISA GÓMEZ', regimenFiscal: '612' }
const publicAtLarge: ReceiverInput = { ...person, rfc: 'XAXX010101000', regimenFiscal: '616', usoCfdi: 'S01' }

const faults = (input: ReceiverInput): string[] => faultsOf(input).map(({ field, code }) => `${field} ${code}`)

function problemOf(input: ReceiverInput): Problem {
  try {
    parseReceiver(input)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  return expect.fail('the receiver was taken')
}

describe('the receiver of an invoice', () => {
  it('is trimmed, and its name kept exactly', () => {
    const input = {
      rfc: ' spm-141003-7e8 ',
      name: '  Servicios  Ñ & "Cía" <México>\u00a0',
      zip: ' 06700',
      regimenFiscal: '601 ',
      usoCfdi: ' G03',
      email: ' facturas@example.com ',
    }
    expect(parseReceiver(input)).to.deep.equal({ ...company, name: 'Servicios  Ñ & "Cía" <México>' })
  })

  for (const email of [undefined, null, '', '  ']) {
    it(`needs no e-mail address: ${JSON.stringify(email)}`, () => {
      expect(parseReceiver({ ...company, email }).email).to.equal(null)
    })
  }

  it('reports all faults at once, each at its field', () => {
    const wrong = { rfc: 'X', name: 'A|B', zip: '123', regimenFiscal: '999', usoCfdi: 'P01', email: 'nowhere' }
    const problem = problemOf(wrong)
    expect(problem.code).to.equal('validation_error')
    expect(problem.errors?.map(({ path }) => path)).to.deep.equal(Object.keys(wrong))
    expect(problem.errors?.every(({ message }) => message !== '')).to.equal(true)
  })

  const cases: [string, ReceiverInput, string[]][] = [
    ['a company', company, []],
    ['a person', person, []],
    ['a wrong check digit', { ...person, rfc: 'GODE561231GR7' }, []],
    [
      'nothing',
      { rfc: ' - ', name: ' ', zip: '', regimenFiscal: '', usoCfdi: '' },
      ['rfc missing', 'name missing', 'zip missing', 'regimenFiscal missing', 'usoCfdi missing'],
    ],
    ['a date that never was', { ...company, rfc: 'SPM1402307E8' }, ['rfc rfc_malformed']],
    ['the general public', publicAtLarge, []],
    [
      'the general public with a regime',
      { ...publicAtLarge, regimenFiscal: '612' },
      ['regimenFiscal regime_not_of_general_public'],
    ],
    ['the general public with a use', { ...publicAtLarge, usoCfdi: 'G02' }, ['usoCfdi use_not_of_general_public']],
    ['a foreigner', { ...publicAtLarge, rfc: 'XEXX010101000' }, ['rfc rfc_foreigner']],
    ['a name of 300 characters', { ...company, name: '𝔸'.repeat(300) }, []],
    ['a name of 301 characters', { ...company, name: 'Ñ'.repeat(301) }, ['name name_too_long']],
    ['a bar in the name', { ...company, name: 'UNO | DOS' }, ['name name_has_bar']],
    ['a line break in the name', { ...company, name: 'UNO\nDOS' }, ['name name_has_control_character']],
    ['an escape in the name', { ...company, name: 'UNO\u001bDOS' }, ['name name_has_control_character']],
    ['half a character in the name', { ...company, name: 'UNO\ud83cDOS' }, ['name name_has_control_character']],
    ['no character in the name', { ...company, name: 'UNO\ufffeDOS' }, ['name name_has_control_character']],
    ['a zip of four digits', { ...company, zip: '6700' }, ['zip zip_malformed']],
    ['a zip of other digits', { ...company, zip: '０６７００' }, ['zip zip_malformed']],
    ['a zip that is none', { ...company, zip: '00000' }, ['zip zip_unknown']],
    ['an unknown regime', { ...company, regimenFiscal: '602' }, ['regimenFiscal regime_unknown']],
    ['a regime of persons for a company', { ...company, regimenFiscal: '612' }, ['regimenFiscal regime_not_of_kind']],
    ['a regime of companies for a person', { ...person, regimenFiscal: '601' }, ['regimenFiscal regime_not_of_kind']],
    ['a use that SAT has dropped', { ...company, usoCfdi: 'P01' }, ['usoCfdi use_unknown']],
    ['wages', { ...person, regimenFiscal: '605', usoCfdi: 'CN01' }, ['usoCfdi use_not_for_income']],
    ['a receipt of payment', { ...company, usoCfdi: 'CP01' }, ['usoCfdi use_not_for_income']],
    ['a personal deduction of a company', { ...company, usoCfdi: 'D01' }, ['usoCfdi use_not_of_kind']],
    ['a use outside the regime', { ...person, regimenFiscal: '605' }, ['usoCfdi use_not_of_regime']],
    ['a use beside a wrong RFC', { ...company, rfc: 'X', usoCfdi: 'G03' }, ['rfc rfc_malformed']],
    ['an address with a name', { ...company, email: 'Ana <ana@example.com>' }, ['email email_malformed']],
    ['an address too long', { ...company, email: `${'a'.repeat(250)}@b.mx` }, ['email email_malformed']],
  ]
  for (const [title, input, expected] of cases) {
    it(`with ${title}: ${expected.join(', ') || 'taken'}`, () => expect(faults(input)).to.deep.equal(expected))
  }

  it('may have a regime and a use exactly where the catalogue allows both for the kind of RFC', () => {
    for (const regime of TAX_REGIMES) {
      for (const use of CFDI_USES) {
        for (const [rfc, kind] of [
          [PERSON, 'fisica'],
          [COMPANY, 'moral'],
        ] as const) {
          const isAdmitted =
            regime[kind] && use[kind] && use.regimenes.includes(regime.clave) && !/^C[PN]01$/.test(use.clave)
          const input = { ...company, rfc, regimenFiscal: regime.clave, usoCfdi: use.clave }
          expect(faultsOf(input).length === 0, `${rfc} ${regime.clave} ${use.clave}`).to.equal(isAdmitted)
        }
      }
    }
  })
})
