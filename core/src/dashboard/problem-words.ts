import type { PageLocale } from '../kernel/choose-locale.js'
import { en } from './problem-words.en.js'
import { esMx, type ProblemWords } from './problem-words.es-mx.js'

export const problemWords = (locale: PageLocale): ProblemWords => (locale === 'en' ? en : esMx)
