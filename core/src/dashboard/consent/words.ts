import type { PageLocale } from '../../kernel/choose-locale.js'
import { consentEn } from './words.en.js'
import { consentEsMX, type ConsentWords } from './words.es-mx.js'

export type { ConsentWords }

export const consentWords = (locale: PageLocale): ConsentWords => (locale === 'en' ? consentEn : consentEsMX)
