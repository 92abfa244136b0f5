/** What a provider's field can hold that tells something by being one of few. */
export type Word = string | number | boolean

/** Words by where they stand: which answer of a call, and the path in its JSON. */
export type Words = ReadonlyMap<string, Word>

const UNHEARD_OF_WORD = 'conformance_unheard_of'
const UNHEARD_OF_CODE = 7919
/** Codes are small; what is larger counts something. */
const LARGEST_CODE = 9999
const LONGEST_WORD = 60

/** All words of the answers to one call, in the order in which they came. What is not JSON has none. */
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

/** The words that are the same in all of these: no ids, addresses, times or amounts, as far as those differ. */
export function commonWords([first = new Map(), ...others]: readonly Words[]): Words {
  return new Map([...first].filter(([key, word]) => others.every((other) => other.get(key) === word)))
}

/** The `nth` answer of a call, with other words in some places. */
export function withWords(answer: string, nth: number, changes: Words): string {
  const json = parsed(answer)
  if (json === undefined) return answer
  return JSON.stringify(
    visit(json, [nth], (path, value) => (isWord(value) ? (changes.get(keyOf(path)) ?? value) : value)),
  )
}

/** One of the same kind that no provider uses. */
export function unheardOf(word: Word): Word {
  if (typeof word === 'number') return UNHEARD_OF_CODE
  return typeof word === 'string' && /^\d+$/.test(word) ? String(UNHEARD_OF_CODE) : UNHEARD_OF_WORD
}

/** For people: `data.status`, without the number of the answer. */
export const nameOf = (key: string): string => (JSON.parse(key) as (string | number)[]).slice(1).join('.')

const keyOf = (path: readonly (string | number)[]): string => JSON.stringify(path)

function isWord(value: unknown): value is Word {
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) <= LARGEST_CODE
  return typeof value === 'boolean' || (typeof value === 'string' && value !== '' && value.length <= LONGEST_WORD)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Path = (string | number)[]

/** The same JSON, with every scalar as `change` has it. */
function visit(json: unknown, path: Path, change: (path: Path, value: unknown) => unknown): unknown {
  if (Array.isArray(json)) return json.map((item, at) => visit(item, [...path, at], change))
  if (typeof json !== 'object' || json === null) return change(path, json)
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, visit(value, [...path, name], change)]))
}
