import type { PageLocale } from '../../kernel/choose-locale.js'
import { providerFormEn } from './words.en.js'
import { providerFormEsMX, type ProviderFormWords } from './words.es-mx.js'

export type { ProviderFormWords } from './words.es-mx.js'

export const providerFormWords = (locale: PageLocale): ProviderFormWords =>
  locale === 'en' ? providerFormEn : providerFormEsMX
