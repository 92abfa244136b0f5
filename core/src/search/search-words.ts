/** What of a link, a payment or an invoice can be found. */
export interface Findable {
  id: string
  createdAt: string
  /** Found only as a whole: ids, slugs, references. */
  keys: readonly string[]
  amountCentavos: number
  /** Whatever people read: titles, names, addresses. */
  texts: readonly string[]
}

/** One word as it was typed. It matches a key, an amount, or the words it consists of: `ana.lopez@example.com` has four. */
interface Typed {
  key: string
  amountCentavos: number | null
  words: readonly string[]
}

export interface SearchQuery {
  typed: readonly Typed[]
}

const MAX_QUERY = 200
const MAX_TYPED = 8
const MAX_WORDS = 200
/** Accents and case make no difference. */
const WORD = /[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu
const AMOUNT = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,8})(?:\.(\d{1,2}))?$/
/** A word matches from its beginning once this much of it was typed. */
const MIN_BEGINNING = 3
const LONG_BEGINNING = 5

/** `mari` begins `Mariana`; one or two letters are a word of their own. */
const begins = (word: string, typed: string): boolean =>
  typed.length < MIN_BEGINNING ? word === typed : word.startsWith(typed)

export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(WORD) ?? []
}

/** Null: nothing was typed. Whatever was typed is a query, and never a fault. */
export function parseSearch(text: string): SearchQuery | null {
  const parts = text.slice(0, MAX_QUERY).replaceAll('\0', ' ').toWellFormed().trim().split(/\s+/)
  if (parts.length === 1 && parts[0] === '') return null
  return { typed: joinAmounts(parts).slice(0, MAX_TYPED).map(toTyped) }
}

/** `$1 150` is one amount. */
function joinAmounts(parts: string[]): string[] {
  const joined = parts.join('')
  const isGrouped = parts.length > 1 && parts.slice(1).every((part) => /^\d{3}(\.\d{1,2})?$/.test(part))
  return isGrouped && /^\$?\d{1,3}$/.test(parts[0] ?? '') && AMOUNT.test(joined) ? [joined] : parts
}

/** An address that was pasted stands for its last part: the slug of a link, an id. */
function keyIn(part: string): string {
  const path = /^https?:\/\//i.test(part) ? (URL.parse(part)?.pathname ?? '') : ''
  return (path.split('/').findLast((one) => one !== '') ?? part).toLowerCase()
}

function toTyped(part: string): Typed {
  const amountCentavos = amountIn(part)
  // `1150` may also be part of an order number.
  const isMoney = amountCentavos !== null && /[$,.]/.test(part)
  return { key: keyIn(part), amountCentavos, words: isMoney ? [] : wordsOf(part) }
}

function amountIn(part: string): number | null {
  const [, whole, cents = ''] = AMOUNT.exec(part) ?? []
  return whole === undefined ? null : Number(whole.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
}

export function matches(found: Findable, { typed }: SearchQuery): boolean {
  const words = found.texts.flatMap(wordsOf)
  const keys = found.keys.map((key) => key.toLowerCase())
  return typed.every(
    (one) => keys.includes(one.key) || one.amountCentavos === found.amountCentavos || hasWords(words, one),
  )
}

/** Do these texts alone have everything that was typed? */
export function textsMatch(texts: readonly string[], { typed }: SearchQuery): boolean {
  const words = texts.flatMap(wordsOf)
  return typed.every((one) => hasWords(words, one))
}

/** Was exactly one of these keys typed, and nothing else? */
export const isKeyAlone = (keys: readonly string[], { typed }: SearchQuery): boolean =>
  typed.length === 1 && keys.some((key) => key.toLowerCase() === typed[0]?.key)

const hasWords = (words: readonly string[], { words: parts }: Typed): boolean =>
  parts.length > 0 && parts.every((part) => words.some((word) => begins(word, part)))

/** What the index stores of it. */
export function termsOf(found: Findable): string[] {
  const terms = new Set(found.keys.map((key) => `=${key.toLowerCase()}`)).add(`$${found.amountCentavos}`)
  const words = [...new Set(found.texts.flatMap(wordsOf))].slice(0, MAX_WORDS)
  for (const word of words) {
    terms.add(`w${word}`)
    if (word.length > MIN_BEGINNING) terms.add(`b${word.slice(0, MIN_BEGINNING)}`)
    if (word.length > LONG_BEGINNING) terms.add(`b${word.slice(0, LONG_BEGINNING)}`)
  }
  return [...terms]
}

/** Terms of the index one of which everything that matches has. `loose` ones others have, too. */
export interface TermsOfTyped {
  precise: string[]
  loose: string[]
}

export function termsToFind({ key, amountCentavos, words }: Typed): TermsOfTyped {
  const precise = [`=${key}`, ...(amountCentavos === null ? [] : [`$${amountCentavos}`])]
  // The longest is the rarest.
  const word = words.toSorted((one, other) => other.length - one.length)[0]
  if (word === undefined) return { precise, loose: [] }
  precise.push(`w${word}`)
  if (word.length < MIN_BEGINNING) return { precise, loose: [] }
  const beginning = `b${word.slice(0, word.length < LONG_BEGINNING ? MIN_BEGINNING : LONG_BEGINNING)}`
  const isWhole = word.length === MIN_BEGINNING || word.length === LONG_BEGINNING
  return isWhole ? { precise: [...precise, beginning], loose: [] } : { precise, loose: [beginning] }
}
