import type { PageLocale } from '../../kernel/choose-locale.js'
import { requestsEn } from './words.en.js'
import { requestsEsMX, type RequestsWords } from './words.es-mx.js'

export type { RequestsWords } from './words.es-mx.js'

export const requestsWords = (locale: PageLocale): RequestsWords => (locale === 'en' ? requestsEn : requestsEsMX)
