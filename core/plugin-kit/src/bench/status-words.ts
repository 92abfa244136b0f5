/** A status word, code or flag in a provider's answer. */
type Word = string | number | boolean

/** Words by position: which answer of a call, and the path in its JSON. */
export type Words = ReadonlyMap<string, Word>

const UNKNOWN_WORD = 'conformance_unheard_of'
const UNKNOWN_CODE = 7919
/** Codes are small; a larger number is a quantity. */
const MAX_CODE = 9999
const MAX_WORD_LENGTH = 60

/** All words in the answers to one call, in order. An answer that is not JSON has none. */
export function wordsOf(answers: readonly string[]): Words {
  const words = new Map<string, Word>()
  for (const [nth, answer] of answers.entries()) {
    visit(parsed(answer), [nth], (path, value) => {
      if (isWord(value)) words.set(keyOf(path), value)
      return value
    })
  }
  return words
}

/** The words that are equal in all of these, which leaves out ids, addresses, times and amounts that differ. */
export function commonWords([first = new Map(), ...others]: readonly Words[]): Words {
  return new Map([...first].filter(([key, word]) => others.every((other) => other.get(key) === word)))
}

/** The `nth` answer of a call, with some words replaced. */
export function withWords(answer: string, nth: number, changes: Words): string {
  const json = parsed(answer)
  if (json === undefined) return answer
  return JSON.stringify(
    visit(json, [nth], (path, value) => (isWord(value) ? (changes.get(keyOf(path)) ?? value) : value)),
  )
}

/** A word of the same type that no provider uses. */
export function unknownWord(word: Word): Word {
  if (typeof word === 'number') return UNKNOWN_CODE
  return typeof word === 'string' && /^\d+$/.test(word) ? String(UNKNOWN_CODE) : UNKNOWN_WORD
}

/** For messages: `data.status`, without the number of the answer. */
export const nameOf = (key: string): string => (JSON.parse(key) as (string | number)[]).slice(1).join('.')

const keyOf = (path: readonly (string | number)[]): string => JSON.stringify(path)

function isWord(value: unknown): value is Word {
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) <= MAX_CODE
  return typeof value === 'boolean' || (typeof value === 'string' && value !== '' && value.length <= MAX_WORD_LENGTH)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Path = (string | number)[]

/** The same JSON with every scalar replaced by the result of `change`. */
function visit(json: unknown, path: Path, change: (path: Path, value: unknown) => unknown): unknown {
  if (Array.isArray(json)) return json.map((item, at) => visit(item, [...path, at], change))
  if (typeof json !== 'object' || json === null) return change(path, json)
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, visit(value, [...path, name], change)]))
}
