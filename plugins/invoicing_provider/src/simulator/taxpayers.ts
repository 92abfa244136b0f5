/** A taxpayer in the SAT's registry. */
export interface Taxpayer {
  rfc: string
  name: string
  zip: string
  /** It issues invoices under the first. */
  regimes: readonly string[]
}

const taxpayer = (rfc: string, name: string, zip: string, ...regimes: string[]): Taxpayer => ({
  rfc,
  name,
  zip,
  regimes,
})

/** The fictitious taxpayers that the SAT publishes for tests of CFDI 4.0. */
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

/** The issuers of a sandbox account: an entity, a person, another entity. */
export const ISSUERS: readonly Taxpayer[] = TEST_TAXPAYERS.slice(0, 3)

export function knownTaxpayer(rfc: string): Taxpayer | undefined {
  return KNOWN.get(rfc)
}

/** Well-formed RFCs unknown to the simulated SAT: an entity's and a person's. */
export const UNLISTED_RFCS: readonly string[] = ['NOE010101AA1', 'NOEX010101AA1']

/** The general public; its invoices have the issuer's postal code. */
export const PUBLIC_RFC = 'XAXX010101000'

/** 13 characters make a person, 12 an entity. */
export const isPerson = (rfc: string): boolean => rfc.length === 13

/** The PAC of the sandbox: the SAT itself. */
export const PROVIDER = {
  rfc: 'SAT970701NN3',
  name: 'SERVICIO DE ADMINISTRACION TRIBUTARIA',
  number: '30001000000500003456',
}
