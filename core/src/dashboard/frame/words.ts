import type { PageLocale } from '../../kernel/choose-locale.js'
import { frameEn } from './words.en.js'
import { frameEsMX, type FrameWords } from './words.es-mx.js'

const LANGUAGES: Record<PageLocale, FrameWords> = { 'es-MX': frameEsMX, en: frameEn }

export const frameWords = (locale: PageLocale): FrameWords => LANGUAGES[locale]
