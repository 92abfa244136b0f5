/** What is wrong with a plugin, each in a sentence: where, what stands there, and what must stand there. */
export type Faults = Generator<string, void, undefined>

const LONGEST_SHOWN = 80
const LONGEST_TEXT = 500
export const MOST_LISTED = 100

/** Says nothing if it holds. `must` completes "it must be …". */
export function* check(path: string, value: unknown, holds: boolean, must: string): Faults {
  if (!holds) yield `${path} ${value === undefined ? 'is missing' : `is ${shown(value)}`}: it must be ${must}.`
}

/** Every item of a list; a list that is none, or too long, is one fault. */
export function* checkEach(path: string, value: unknown, checkItem: (path: string, item: unknown) => Faults): Faults {
  const isList = Array.isArray(value) && value.length <= MOST_LISTED
  if (!isList) return yield* check(path, value, false, `a list (at most ${MOST_LISTED} long)`)
  for (const [at, item] of (value as unknown[]).entries()) yield* checkItem(`${path}[${at}]`, item)
}

/** A value as its author would recognize it. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `the text ${cut(JSON.stringify(value))}`
  if (typeof value === 'function') return 'a function'
  if (value instanceof Promise) return 'a promise'
  return typeof value === 'object' && value !== null ? cut(JSON.stringify(value)) : String(value)
}

const cut = (text: string): string => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text)

/** The fields of what should be an object; none if it is something else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** No database takes a NUL. */
export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_TEXT && !value.includes('\0')

export const TEXT = `a text of at most ${LONGEST_TEXT} characters`

export function isWords(value: unknown): boolean {
  return isText(value) || (isObject(value) && isText(value['es']) && isText(value['en']))
}

export const WORDS = 'a text, or one in Spanish (es) and one in English (en)'

/** Of a page that people may follow a link to. */
export function isWebAddress(value: unknown): boolean {
  return isText(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

export const WEB_ADDRESS = 'an absolute address, https://…'

export const isOneOf = (value: unknown, choices: readonly unknown[]): boolean => choices.includes(value)
