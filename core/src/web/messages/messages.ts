import type { PageLocale } from '../../kernel/choose-locale.js'
import { en } from './en.js'
import { esMX, type Messages } from './es-mx.js'

export type { Messages }

const LANGUAGES: Record<PageLocale, Messages> = { 'es-MX': esMX, en }

export const messagesOf = (locale: PageLocale): Messages => LANGUAGES[locale]

/** `a, b o c`; duplicates are dropped. */
export function joinWithOr(locale: PageLocale, words: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(new Set(words))
}

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
