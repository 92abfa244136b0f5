import type { PageLocale } from '../../kernel/choose-locale.js'
import { letterWords } from './letter-words.js'

export type LetterKind = 'request' | 'reminder' | 'receipt' | 'invoice' | 'alert'

const MAX_LENGTH = 150
/** So that a long merchant name leaves room for the title. */
const MAX_NAME_LENGTH = 60

/** Line breaks, control characters and changes of text direction. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Untrusted text as one line, for headers above all: at most `max` characters, possibly none. */
export function oneLine(text: string, max: number): string {
  const line = text.toWellFormed().replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= max) return line
  return `${characters
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`
}

/** `title`: of the link, or the topic of an alert. */
export function subjectOf(kind: LetterKind, locale: PageLocale, merchantName: string, title: string): string {
  const words = letterWords(locale)
  const head = words.subjects[kind](oneLine(merchantName, MAX_NAME_LENGTH) || words.someMerchant)
  const about = oneLine(title, MAX_LENGTH)
  return oneLine(about === '' ? head : `${head}: ${about}`, MAX_LENGTH)
}
