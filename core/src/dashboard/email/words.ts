import type { PageLocale } from '../../kernel/choose-locale.js'
import { emailEn } from './words.en.js'
import { emailEsMX, type EmailWords } from './words.es-mx.js'

export type { EmailWords } from './words.es-mx.js'

export const emailWords = (locale: PageLocale): EmailWords => (locale === 'en' ? emailEn : emailEsMX)
