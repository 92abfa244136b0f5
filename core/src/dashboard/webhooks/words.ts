import type { PageLocale } from '../../kernel/choose-locale.js'
import { webhooksEn } from './words.en.js'
import { webhooksEsMX, type WebhooksWords } from './words.es-mx.js'

export type { WebhooksWords } from './words.es-mx.js'

export const webhooksWords = (locale: PageLocale): WebhooksWords => (locale === 'en' ? webhooksEn : webhooksEsMX)
