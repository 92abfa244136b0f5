import type { PageLocale } from '../../kernel/choose-locale.js'
import { brandFormEn } from './words.en.js'
import { brandFormEsMX, type BrandFormWords } from './words.es-mx.js'

export type { BrandFormWords } from './words.es-mx.js'

export const brandFormWords = (locale: PageLocale): BrandFormWords => (locale === 'en' ? brandFormEn : brandFormEsMX)
