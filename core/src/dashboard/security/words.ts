import type { PageLocale } from '../../kernel/choose-locale.js'
import { securityEn } from './words.en.js'
import { securityEsMX, type SecurityWords } from './words.es-mx.js'

export type { SecurityWords } from './words.es-mx.js'

export const securityWords = (locale: PageLocale): SecurityWords => (locale === 'en' ? securityEn : securityEsMX)
