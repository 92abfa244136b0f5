import type { PageLocale } from '../../kernel/choose-locale.js'
import { subscriptionEn } from './words.en.js'
import { subscriptionEsMX, type SubscriptionWords } from './words.es-mx.js'

export type { SubscriptionWords } from './words.es-mx.js'

export const subscriptionWords = (locale: PageLocale): SubscriptionWords =>
  locale === 'en' ? subscriptionEn : subscriptionEsMX
