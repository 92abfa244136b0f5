import type { CatalogEntry } from '@paylink/plugin-api'
import { TAX_REGIMES } from './tax-regimes.js'

/** A row of SAT's catalogue c_UsoCFDI (CFDI 4.0): what the receiver uses the invoice for, in SAT's own words, and who may. */
export interface CfdiUse extends CatalogEntry {
  /** The regimes of the receiver that admit it. */
  regimenes: readonly string[]
}

const BUSINESSES = ['601', '603', '606', '612', '620', '621', '622', '623', '624', '625', '626']
const BUSINESSES_AND_616 = [...BUSINESSES, '616']
const PERSONS_WHO_DEDUCT = ['605', '606', '607', '608', '611', '612', '614', '615', '625']
const EVERY_REGIME = TAX_REGIMES.map(({ clave }) => clave)

const forAll = (clave: string, nombre: string, regimenes: readonly string[]): CfdiUse => {
  return { clave, nombre, fisica: true, moral: true, regimenes }
}
const forPersons = (clave: string, nombre: string, regimenes: readonly string[]): CfdiUse => {
  return { clave, nombre, fisica: true, moral: false, regimenes }
}
const business = (clave: string, nombre: string): CfdiUse => forAll(clave, nombre, BUSINESSES)
const personal = (clave: string, nombre: string): CfdiUse => forPersons(clave, nombre, PERSONS_WHO_DEDUCT)

export const CFDI_USES: readonly CfdiUse[] = [
  business('G01', 'Adquisición de mercancías'),
  forAll('G02', 'Devoluciones, descuentos o bonificaciones', BUSINESSES_AND_616),
  business('G03', 'Gastos en general'),
  business('I01', 'Construcciones'),
  business('I02', 'Mobiliario y equipo de oficina por inversiones'),
  business('I03', 'Equipo de transporte'),
  business('I04', 'Equipo de computo y accesorios'),
  business('I05', 'Dados, troqueles, moldes, matrices y herramental'),
  business('I06', 'Comunicaciones telefónicas'),
  business('I07', 'Comunicaciones satelitales'),
  business('I08', 'Otra maquinaria y equipo'),
  personal('D01', 'Honorarios médicos, dentales y gastos hospitalarios'),
  personal('D02', 'Gastos médicos por incapacidad o discapacidad'),
  personal('D03', 'Gastos funerales'),
  personal('D04', 'Donativos'),
  personal('D05', 'Intereses reales efectivamente pagados por créditos hipotecarios (casa habitación)'),
  personal('D06', 'Aportaciones voluntarias al SAR'),
  personal('D07', 'Primas por seguros de gastos médicos'),
  personal('D08', 'Gastos de transportación escolar obligatoria'),
  personal('D09', 'Depósitos en cuentas para el ahorro, primas que tengan como base planes de pensiones'),
  personal('D10', 'Pagos por servicios educativos (colegiaturas)'),
  forAll('S01', 'Sin efectos fiscales', EVERY_REGIME),
  forAll('CP01', 'Pagos', EVERY_REGIME),
  forPersons('CN01', 'Nómina', ['605']),
]

/** The use of the general public: open to every regime. */
export const NO_TAX_EFFECT = 'S01'

/** SAT takes these on receipts of payment and of wages alone; what a link sells is invoiced as income (type I). */
const NOT_FOR_INCOME = ['CP01', 'CN01']

export const isForIncome = ({ clave }: Pick<CfdiUse, 'clave'>): boolean => !NOT_FOR_INCOME.includes(clave)

export const cfdiUse = (clave: string): CfdiUse | undefined => CFDI_USES.find((use) => use.clave === clave)
