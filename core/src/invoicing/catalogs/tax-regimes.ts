import type { CatalogEntry } from '@paylink/plugin-api'

/** A row of SAT's catalogue c_RegimenFiscal (CFDI 4.0): a regime, in SAT's own words, and who may have it. */
export type TaxRegime = CatalogEntry

const fisica = (clave: string, nombre: string): TaxRegime => ({ clave, nombre, fisica: true, moral: false })
const moral = (clave: string, nombre: string): TaxRegime => ({ clave, nombre, fisica: false, moral: true })
const both = (clave: string, nombre: string): TaxRegime => ({ clave, nombre, fisica: true, moral: true })

export const TAX_REGIMES: readonly TaxRegime[] = [
  moral('601', 'General de Ley Personas Morales'),
  moral('603', 'Personas Morales con Fines no Lucrativos'),
  fisica('605', 'Sueldos y Salarios e Ingresos Asimilados a Salarios'),
  fisica('606', 'Arrendamiento'),
  fisica('607', 'Régimen de Enajenación o Adquisición de Bienes'),
  fisica('608', 'Demás ingresos'),
  both('610', 'Residentes en el Extranjero sin Establecimiento Permanente en México'),
  fisica('611', 'Ingresos por Dividendos (socios y accionistas)'),
  fisica('612', 'Personas Físicas con Actividades Empresariales y Profesionales'),
  fisica('614', 'Ingresos por intereses'),
  fisica('615', 'Régimen de los ingresos por obtención de premios'),
  fisica('616', 'Sin obligaciones fiscales'),
  moral('620', 'Sociedades Cooperativas de Producción que optan por diferir sus ingresos'),
  fisica('621', 'Incorporación Fiscal'),
  moral('622', 'Actividades Agrícolas, Ganaderas, Silvícolas y Pesqueras'),
  moral('623', 'Opcional para Grupos de Sociedades'),
  moral('624', 'Coordinados'),
  fisica('625', 'Régimen de las Actividades Empresariales con ingresos a través de Plataformas Tecnológicas'),
  both('626', 'Régimen Simplificado de Confianza'),
]

/** The regime of the general public and of taxpayers without another one. */
export const NO_OBLIGATIONS = '616'

export const taxRegime = (clave: string): TaxRegime | undefined => TAX_REGIMES.find((regime) => regime.clave === clave)
