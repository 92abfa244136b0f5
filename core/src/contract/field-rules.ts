import type { FieldFault } from '../kernel/problem.js'
import { isStorableText, UNSTORABLE } from './storable-text.js'

/** Returns what is wrong with a value; null: nothing. */
export type Rule<T> = (value: T) => string | null

export type RulesOf<T> = { [Name in keyof T]?: Rule<NonNullable<T[Name]>> }

const MAX_NAME = 200

export const rule =
  <T>(isValid: (value: T) => boolean, message: string): Rule<T> =>
  (value) =>
    isValid(value) ? null : message

export const wholeNumber = (min: number, max: number): Rule<number> =>
  rule(
    (value) => Number.isInteger(value) && value >= min && value <= max,
    `must be a whole number from ${min} to ${max}`,
  )

/** Of an account or a key. */
export const NAME: Rule<string> = (name) => {
  if (name.trim() === '' || [...name].length > MAX_NAME) return `must have 1 to ${MAX_NAME} characters`
  return isStorableText(name) ? null : UNSTORABLE
}

/** The faults of the given settings. A setting that is null or left out has none. */
export function faultsIn<T extends object>(settings: T, rules: RulesOf<T>): FieldFault[] {
  return Object.entries(rules as Record<string, Rule<unknown>>).flatMap(([path, check]) => {
    const value = (settings as Record<string, unknown>)[path]
    const message = value === null || value === undefined ? null : check(value)
    return message === null ? [] : [{ path, message }]
  })
}
