import type { PageLocale } from '../../kernel/choose-locale.js'
import { en } from './words.en.js'
import { esMx, type PaymentWords } from './words.es-mx.js'

export type { PaymentWords } from './words.es-mx.js'

export const paymentWords = (locale: PageLocale): PaymentWords => (locale === 'en' ? en : esMx)
