import type { PageLocale } from '../kernel/choose-locale.js'
import type { ProblemLanguage } from './problem-language.js'
import { EN } from './problem-words.en.js'
import { ES } from './problem-words.es.js'

const LANGUAGES: Record<PageLocale, ProblemLanguage> = { 'es-MX': ES, en: EN }

export const problemWordsOf = (locale: PageLocale): ProblemLanguage => LANGUAGES[locale]
