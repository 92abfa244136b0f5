import type { PageLocale } from '../../kernel/choose-locale.js'
import { accountantEn } from './words.en.js'
import { accountantEsMx, type AccountantWords } from './words.es-mx.js'

export const accountantWords = (locale: PageLocale): AccountantWords =>
  locale === 'en' ? accountantEn : accountantEsMx
