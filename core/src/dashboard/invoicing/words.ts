import type { PageLocale } from '../../kernel/choose-locale.js'
import { invoicingEn } from './words.en.js'
import { invoicingEsMX, type InvoicingWords } from './words.es-mx.js'

export type { InvoicingWords } from './words.es-mx.js'

export const invoicingWords = (locale: PageLocale): InvoicingWords => (locale === 'en' ? invoicingEn : invoicingEsMX)
