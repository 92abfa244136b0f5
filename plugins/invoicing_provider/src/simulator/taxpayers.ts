/** A taxpayer as the SAT knows them. */
export interface Taxpayer {
  rfc: string
  name: string
  zip: string
  /** The first is the one that it issues invoices under. */
  regimes: readonly string[]
}

const taxpayer = (rfc: string, name: string, zip: string, ...regimes: string[]): Taxpayer => ({
  rfc,
  name,
  zip,
  regimes,
})

/** What the SAT publishes for tests of CFDI 4.0: nobody's, and known to everybody who stamps. */
const TEST_TAXPAYERS = [
  taxpayer('EKU9003173C9', 'ESCUELA KEMPER URGATE', '42501', '601'),
  taxpayer('CACX7605101P8', 'XOCHILT CASAS CHAVEZ', '36257', '612', '605'),
  taxpayer('KIJ0906199R1', 'KERNEL INDUSTIA JUGUETERA', '28971', '601'),
  taxpayer('H&E951128469', 'HERRERIA & ELECTRICOS', '06002', '601'),
  taxpayer('IIA040805DZ4', 'INDISTRIA ILUMINADORA DE ALMACENES', '62661', '601'),
  taxpayer('OÑO120726RX3', 'ORGANICOS ÑAVEZ OSORIO', '40501', '601'),
  taxpayer('S&S051221SE2', 'S & SOFTWARE', '76022', '601'),
  taxpayer('URE180429TM6', 'UNIVERSIDAD ROBOTICA ESPAÑOLA', '86991', '601'),
  taxpayer('XIA190128J61', 'XENON INDUSTRIAL ARTICLES', '76343', '601'),
  taxpayer('ZUÑ920208KL4', 'ZAPATERIA URTADO ÑERI', '34541', '601'),
  taxpayer('FUNK671228PH6', 'KARLA FUENTE NOLASCO', '01160', '612', '605'),
  taxpayer('IAÑL750210963', 'LUIS IAN ÑUZCO', '85256', '612', '605'),
  taxpayer('JUFA7608212V6', 'ADRIANA JUAREZ FERNANDEZ', '01160', '612', '605'),
  taxpayer('KICR630120NX3', 'RODRIGO KITIA CASTRO', '36246', '612', '605'),
]

const KNOWN = new Map(TEST_TAXPAYERS.map((one) => [one.rfc, one]))

/** Those that the sandbox's account may issue for: an entity, a person, another entity. */
export const ISSUERS: readonly Taxpayer[] = TEST_TAXPAYERS.slice(0, 3)

export function knownTaxpayer(rfc: string): Taxpayer | undefined {
  return KNOWN.get(rfc)
}

/** Well formed, and not on the SAT's list: one for an entity and one for a person. */
export const UNLISTED_RFCS: readonly string[] = ['NOE010101AA1', 'NOEX010101AA1']

/** Of the general public, whose invoices stay with the issuer. */
export const PUBLIC_RFC = 'XAXX010101000'

/** 13 characters make a person, 12 an entity. */
export const isPerson = (rfc: string): boolean => rfc.length === 13

/** Who stamps in the sandbox: the SAT itself, since nobody else does. */
export const PROVIDER = {
  rfc: 'SAT970701NN3',
  name: 'SERVICIO DE ADMINISTRACION TRIBUTARIA',
  number: '30001000000500003456',
}
