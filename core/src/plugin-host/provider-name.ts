import type { I18n } from '@paylink/plugin-api'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { Plugins } from './registry.js'

/** The name of a payment or invoicing provider, as its plugin gives it; its id where the plugin is gone. */
export const providerName = (plugins: Plugins, provider: string, locale: PageLocale): string =>
  textIn(plugins.find(provider)?.plugin.manifest.name ?? provider, locale)

/** A plugin's own text. */
export const textIn = (text: I18n, locale: PageLocale): string =>
  typeof text === 'string' ? text : locale === 'en' ? text.en : text.es
