import type { PageLocale } from '../../kernel/choose-locale.js'
import { teamEn } from './words.en.js'
import { teamEsMX, type TeamWords } from './words.es-mx.js'

export type { TeamWords } from './words.es-mx.js'

export const teamWords = (locale: PageLocale): TeamWords => (locale === 'en' ? teamEn : teamEsMX)
