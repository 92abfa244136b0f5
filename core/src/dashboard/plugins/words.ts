import type { PageLocale } from '../../kernel/choose-locale.js'
import { pluginsEn } from './words.en.js'
import { pluginsEsMX, type PluginWords } from './words.es-mx.js'

export type { PluginWords } from './words.es-mx.js'

export const pluginWords = (locale: PageLocale): PluginWords => (locale === 'en' ? pluginsEn : pluginsEsMX)
