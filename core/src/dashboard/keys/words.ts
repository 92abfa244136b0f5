import type { PageLocale } from '../../kernel/choose-locale.js'
import { keysEn } from './words.en.js'
import { keysEsMX, type KeysWords } from './words.es-mx.js'

export type { KeysWords } from './words.es-mx.js'

export const keysWords = (locale: PageLocale): KeysWords => (locale === 'en' ? keysEn : keysEsMX)
