import type { PageLocale } from '../../kernel/choose-locale.js'
import { aboutEn } from './words.en.js'
import { aboutEsMX, type AboutWords } from './words.es-mx.js'

export type { AboutWords } from './words.es-mx.js'

export const aboutWords = (locale: PageLocale): AboutWords => (locale === 'en' ? aboutEn : aboutEsMX)
