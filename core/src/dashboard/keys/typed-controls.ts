import { APPROVABLE_OPERATIONS } from '../../accounts/controls.js'
import { DEFAULT_CURRENCY } from '../../kernel/currency.js'
import type { ApiScope, Controls } from '../../kernel/principal.js'
import type { Problem } from '../../kernel/problem.js'
import type { FormFault } from '../../web/form.js'
import { parsePesos, pesosText } from '../link-form/pesos.js'
import type { FormFields } from '../read-form.js'
import type { KeysWords } from './words.js'

export type ControlName = 'linkLimit' | 'dailyLimit' | 'askFirst'

/** A box for each operation. */
export const askField = (operation: string): string => `ask.${operation}`

/** Reading asks for no money and changes nothing. */
export const needsControls = (scopes: readonly ApiScope[]): boolean => scopes.some((scope) => !scope.endsWith(':read'))

/** The fields of limits as they are stored. */
export const valuesOfControls = (
  controls: Controls | null,
): Record<string, string> & Record<'linkLimit' | 'dailyLimit', string> => ({
  linkLimit: centavosText(controls?.linkLimit ?? null),
  dailyLimit: centavosText(controls?.dailyLimit ?? null),
  ...Object.fromEntries((controls?.askFirst ?? []).map((operation) => [askField(operation), 'on'])),
})

const centavosText = (centavos: number | null): string => (centavos === null ? '' : pesosText(centavos))

/** What was typed, as the use case takes and checks it. */
export const readTypedControls = (typed: FormFields, currency: string = DEFAULT_CURRENCY): Controls => ({
  currency,
  linkLimit: centavosIn(typed['linkLimit']),
  dailyLimit: centavosIn(typed['dailyLimit']),
  askFirst: APPROVABLE_OPERATIONS.filter((operation) => typed[askField(operation)] === 'on'),
})

/** `NaN`, which every rule refuses: not an amount. */
function centavosIn(text = ''): number | null {
  return text.trim() === '' ? null : (parsePesos(text) ?? NaN)
}

/** The faults of refused limits, at the fields of the form. */
export const controlFaults = (
  { errors = [] }: Problem,
  { limits: { faults } }: KeysWords,
): FormFault<'linkLimit' | 'dailyLimit'>[] =>
  errors.flatMap(({ path }) =>
    path === 'linkLimit' || path === 'dailyLimit' ? [{ name: path, text: faults.amount }] : [],
  )
