import type { PageLocale } from '../kernel/choose-locale.js'
import { sheetEn } from './words.en.js'
import { sheetEsMx, type SheetWords } from './words.es-mx.js'

export const sheetWords = (locale: PageLocale): SheetWords => (locale === 'en' ? sheetEn : sheetEsMx)
