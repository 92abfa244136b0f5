import type { PageLocale } from '../../kernel/choose-locale.js'
import { linksEn } from './words.en.js'
import { linksEsMX, type LinkWords } from './words.es-mx.js'

export type { LinkWords }

const LANGUAGES: Record<PageLocale, LinkWords> = { 'es-MX': linksEsMX, en: linksEn }

export const linkWords = (locale: PageLocale): LinkWords => LANGUAGES[locale]
