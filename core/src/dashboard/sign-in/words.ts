import type { PageLocale } from '../../kernel/choose-locale.js'
import { signInEn } from './words.en.js'
import { signInEsMX, type SignInWords } from './words.es-mx.js'

export type { SignInWords } from './words.es-mx.js'

export const signInWords = (locale: PageLocale): SignInWords => (locale === 'en' ? signInEn : signInEsMX)
