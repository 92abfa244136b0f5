import type { PageLocale } from '../../kernel/choose-locale.js'
import { en } from './words.en.js'
import { esMx, type LinkFormWords } from './words.es-mx.js'

export type { LinkFormWords, LinkFaultWords } from './words.es-mx.js'

export const linkFormWords = (locale: PageLocale): LinkFormWords => (locale === 'en' ? en : esMx)
