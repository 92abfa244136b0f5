import type { PageLocale } from '../../kernel/choose-locale.js'
import { en } from './words.en.js'
import { esMx, type HomeWords } from './words.es-mx.js'

export type { HomeWords } from './words.es-mx.js'

export const homeWords = (locale: PageLocale): HomeWords => (locale === 'en' ? en : esMx)
