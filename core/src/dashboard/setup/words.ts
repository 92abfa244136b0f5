import type { PageLocale } from '../../kernel/choose-locale.js'
import { setupEn } from './words.en.js'
import { setupEsMX, type SetupWords } from './words.es-mx.js'

export type { SetupWords } from './words.es-mx.js'

export const setupWords = (locale: PageLocale): SetupWords => (locale === 'en' ? setupEn : setupEsMX)
