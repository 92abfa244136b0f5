import type { I18n } from '@paylink/plugin-api'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { Plugins } from './registry.js'

/** The name of a payment provider, as its plugin gives it; its id where the plugin is gone. */
export function providerName(plugins: Plugins, provider: string, locale: PageLocale): string {
  const name: I18n = plugins.plugin('payment-provider', provider)?.manifest.name ?? provider
  return typeof name === 'string' ? name : locale === 'en' ? name.en : name.es
}
