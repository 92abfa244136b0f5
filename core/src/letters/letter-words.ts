import type { PageLocale } from '../kernel/choose-locale.js'
import { letterWordsEn } from './words.en.js'
import { letterWordsEsMx, type LetterWords } from './words.es-mx.js'

const LANGUAGES: Record<PageLocale, LetterWords> = { 'es-MX': letterWordsEsMx, en: letterWordsEn }

export const letterWords = (locale: PageLocale): LetterWords => LANGUAGES[locale]
