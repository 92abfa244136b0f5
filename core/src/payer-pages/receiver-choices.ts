import { type Stylesheet, toStylesheet } from '../web/stylesheet.js'
import { CFDI_USES, type CfdiUse } from '../invoicing/catalogs/cfdi-uses.js'
import { TAX_REGIMES, taxRegime } from '../invoicing/catalogs/tax-regimes.js'
import { normalizeRfc, rfcKind, type RfcKind } from '../invoicing/rfc.js'
import type { TypedReceiver } from './typed-receiver.js'

interface Choice {
  clave: string
  nombre: string
  /** Class that the styles select. */
  mark: string
}

/** Choices for individuals, for companies, or for both. */
export interface ChoiceGroup {
  kind: RfcKind | 'both'
  choices: Choice[]
}

export interface ReceiverChoices {
  /** Only choices of this kind are offered; null: all. */
  narrowedTo: RfcKind | null
  regimes: ChoiceGroup[]
  uses: ChoiceGroup[]
}

const KINDS = ['fisica', 'moral', 'both'] as const

/** The distinct sets of regimes that a use admits: few, so each gets a CSS rule. */
const REGIME_SETS = [...new Set(CFDI_USES.map(({ regimenes }) => regimenes.join()))]

const markOf = ({ regimenes }: CfdiUse): string => `use-${REGIME_SETS.indexOf(regimenes.join())}`

/** All choices, or only those that fit the RFC and the regime that were typed. */
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

/** Matches an RFC of 13 characters as people type it. For styles only: the form is not validated by it. */
export const PERSON_PATTERN = '\\s*[A-Za-zÑñ&]{4}[\\s\\-]*[0-9]{6}[\\s\\-]*[A-Za-z0-9]{3}\\s*'

/**
 * Hides choices that do not fit, while the payer fills in the form. A browser that cannot hide options, or without
 * `:has`, offers all of them; for those there is the button that narrows them on the server.
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
