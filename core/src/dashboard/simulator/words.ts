import type { PageLocale } from '../../kernel/choose-locale.js'
import { simulatorEn } from './words.en.js'
import { simulatorEsMX, type SimulatorWords } from './words.es-mx.js'

export type { SimulatorWords } from './words.es-mx.js'

export const simulatorWords = (locale: PageLocale): SimulatorWords => (locale === 'en' ? simulatorEn : simulatorEsMX)
