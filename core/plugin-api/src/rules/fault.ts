/** The faults of a plugin, each a sentence: which field, its value, and what it must be. */
export type Faults = Generator<string, void, undefined>

const MAX_SHOWN_LENGTH = 80
const MAX_TEXT_LENGTH = 500
const MAX_ITEMS = 100

/** Yields a fault unless `holds`. `must` completes "it must be …". */
export function* check(path: string, value: unknown, holds: boolean, must: string): Faults {
  if (!holds) yield `${path} ${value === undefined ? 'is missing' : `is ${shown(value)}`}: it must be ${must}.`
}

/** Checks every item of a list. A value that is not a list, or is too long, is one fault. */
export function* checkEach(path: string, value: unknown, checkItem: (path: string, item: unknown) => Faults): Faults {
  const isList = Array.isArray(value) && value.length <= MAX_ITEMS
  if (!isList) return yield* check(path, value, false, `a list of at most ${MAX_ITEMS} items`)
  for (const [at, item] of (value as unknown[]).entries()) yield* checkItem(`${path}[${at}]`, item)
}

/** A value as its author would recognize it. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `the text ${truncated(JSON.stringify(value))}`
  if (typeof value === 'function') return 'a function'
  if (value instanceof Promise) return 'a promise'
  return typeof value === 'object' && value !== null ? truncated(JSON.stringify(value)) : String(value)
}

const truncated = (text: string): string =>
  text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text

/** The fields of an object; none if the value is not an object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Postgres stores no NUL in a text. */
export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT_LENGTH && !value.includes('\0')

export const TEXT = `a text of at most ${MAX_TEXT_LENGTH} characters`

export function isWords(value: unknown): boolean {
  return isText(value) || (isObject(value) && isText(value['es']) && isText(value['en']))
}

export const WORDS = 'a text, or one in Spanish (es) and one in English (en)'

/** An address that people may open in a browser. */
export function isWebAddress(value: unknown): boolean {
  return isText(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

export const WEB_ADDRESS = 'an absolute address, https://…'

export const isOneOf = (value: unknown, choices: readonly unknown[]): boolean => choices.includes(value)
