import type { PageLocale } from '../../kernel/choose-locale.js'
import { letterWords } from './letter-words.js'

export type LetterKind = 'request' | 'reminder' | 'receipt' | 'invoice' | 'alert'

const MOST_CHARACTERS = 150
/** So that a long name leaves room for what the mail is about. */
const MOST_OF_NAME = 60

/** What ends a line, moves the cursor, or turns around the direction of what is read after it. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Text from outside for one line, a header's above all: at most so many characters, possibly none. */
export function oneLine(text: string, most: number): string {
  const line = text.toWellFormed().replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= most) return line
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`
}

/** `title`: of the link, or what an alert is about. */
export function subjectOf(kind: LetterKind, locale: PageLocale, merchantName: string, title: string): string {
  const words = letterWords(locale)
  const head = words.subjects[kind](oneLine(merchantName, MOST_OF_NAME) || words.someMerchant)
  const about = oneLine(title, MOST_CHARACTERS)
  return oneLine(about === '' ? head : `${head}: ${about}`, MOST_CHARACTERS)
}
