import type { PageLocale } from '../../kernel/choose-locale.js'
import { en } from './words.en.js'
import { esMX, type LetterWords } from './words.es-mx.js'

const LANGUAGES: Record<PageLocale, LetterWords> = { 'es-MX': esMX, en }

export const letterWords = (locale: PageLocale): LetterWords => LANGUAGES[locale]
