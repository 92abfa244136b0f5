import type { PageLocale } from '../../kernel/choose-locale.js'
import { en } from './words.en.js'
import { esMx, type ReviewWords } from './words.es-mx.js'

export type { ReviewWords } from './words.es-mx.js'

export const reviewWords = (locale: PageLocale): ReviewWords => (locale === 'en' ? en : esMx)
