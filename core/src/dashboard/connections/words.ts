import type { PageLocale } from '../../kernel/choose-locale.js'
import { connectionsEn } from './words.en.js'
import { connectionsEsMX, type ConnectionWords } from './words.es-mx.js'

export type { ConnectionWords } from './words.es-mx.js'

export const connectionWords = (locale: PageLocale): ConnectionWords =>
  locale === 'en' ? connectionsEn : connectionsEsMX
