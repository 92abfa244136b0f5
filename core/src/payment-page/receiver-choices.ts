import { type Stylesheet, toStylesheet } from '../html/stylesheet.js'
import { CFDI_USES, type CfdiUse } from '../invoicing/catalogs/cfdi-uses.js'
import { TAX_REGIMES, taxRegime } from '../invoicing/catalogs/tax-regimes.js'
import { normalizeRfc, rfcKind, type RfcKind } from '../invoicing/rfc.js'
import type { TypedReceiver } from './typed-receiver.js'

export interface Choice {
  clave: string
  nombre: string
  /** By which styles find it. */
  mark: string
}

/** Choices for natural persons, for legal ones, or for both. */
export interface ChoiceGroup {
  kind: RfcKind | 'both'
  choices: Choice[]
}

export interface ReceiverChoices {
  /** Whose alone they are; null: everything is offered. */
  narrowedTo: RfcKind | null
  regimes: ChoiceGroup[]
  uses: ChoiceGroup[]
}

const KINDS = ['fisica', 'moral', 'both'] as const

/** The different sets of regimes that uses are open to: few, so that a rule for each is little. */
const REGIME_SETS = [...new Set(CFDI_USES.map(({ regimenes }) => regimenes.join()))]

const markOf = ({ regimenes }: CfdiUse): string => `use-${REGIME_SETS.indexOf(regimenes.join())}`

/** Everything; or, when that was asked for, what the RFC and the regime that were typed leave. */
export function choicesFor(typed: TypedReceiver, isNarrowed: boolean): ReceiverChoices {
  const kind = isNarrowed ? rfcKind(normalizeRfc(typed.rfc)) : null
  const regime = kind === null ? undefined : taxRegime(typed.regimenFiscal)
  const fits = (choice: Record<RfcKind, boolean>): boolean => kind === null || choice[kind]
  const regimes = TAX_REGIMES.filter(fits).map((choice) => ({ ...choice, mark: '' }))
  const admits = regime?.[kind ?? 'fisica'] ? ({ regimenes }: CfdiUse) => regimenes.includes(regime.clave) : () => true
  const uses = CFDI_USES.filter((use) => fits(use) && admits(use)).map((use) => ({ ...use, mark: markOf(use) }))
  return { narrowedTo: kind, regimes: grouped(regimes), uses: grouped(uses) }
}

function grouped(choices: (Choice & Record<RfcKind, boolean>)[]): ChoiceGroup[] {
  const kindOf = ({ fisica, moral }: Record<RfcKind, boolean>): ChoiceGroup['kind'] =>
    fisica && moral ? 'both' : fisica ? 'fisica' : 'moral'
  return KINDS.map((kind) => ({ kind, choices: choices.filter((choice) => kindOf(choice) === kind) })).filter(
    (group) => group.choices.length > 0,
  )
}

/** An RFC of 13 characters as people type it, for browsers. Every other RFC looks wrong to it, so it must refuse none. */
export const PERSON_PATTERN = '\\s*[A-Za-zÑñ&]{4}[\\s\\-]*[0-9]{6}[\\s\\-]*[A-Za-z0-9]{3}\\s*'

/**
 * Leaves out, while the payer chooses, what cannot be right. A browser that does not hide options offers everything,
 * as does one that knows no `:has`; the button that asks us for less is for those.
 */
export const NARROWING_STYLES: Stylesheet = toStylesheet(
  [
    'form:has(#rfc:valid) .moral{display:none}',
    ...REGIME_SETS.map((regimes, index) => {
      const others = TAX_REGIMES.filter(({ clave }) => !regimes.split(',').includes(clave))
      const chosen = others.map(({ clave }) => `[value="${clave}"]`).join()
      return others.length === 0 ? '' : `form:has(#regimenFiscal>*>:is(${chosen}):checked) .use-${index}{display:none}`
    }),
  ].join(' '),
)
