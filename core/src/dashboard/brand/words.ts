import type { PageLocale } from '../../kernel/choose-locale.js'
import { brandEn } from './words.en.js'
import { brandEsMX, type BrandWords } from './words.es-mx.js'

export type { BrandWords } from './words.es-mx.js'

export const brandWords = (locale: PageLocale): BrandWords => (locale === 'en' ? brandEn : brandEsMX)
