import type { PageLocale } from '../../kernel/choose-locale.js'
import { searchEn } from './words.en.js'
import { searchEsMX, type SearchWords } from './words.es-mx.js'

export type { SearchWords }

const LANGUAGES: Record<PageLocale, SearchWords> = { 'es-MX': searchEsMX, en: searchEn }

export const searchWords = (locale: PageLocale): SearchWords => LANGUAGES[locale]
