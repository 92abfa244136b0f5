import type { PageLocale } from '../../kernel/choose-locale.js'
import { providerName } from '../../plugin-host/provider-name.js'
import type { Plugins } from '../../plugin-host/registry.js'
import type { Visit } from '../visit.js'
import { paymentWords } from './words.js'

export type NameOfProvider = (provider: string) => string

/** What people call providers. */
export class PaymentNames {
  constructor(private readonly plugins: Plugins) {}

  of({ locale }: Pick<Visit, 'locale'>): NameOfProvider {
    return (provider) =>
      provider === 'manual' ? paymentWords(locale).byHand : providerName(this.plugins, provider, locale)
  }

  /** Every installed payment provider, by id. */
  all(locale: PageLocale): { id: string; name: string }[] {
    return this.plugins.ids('payment-provider').map((id) => ({ id, name: providerName(this.plugins, id, locale) }))
  }
}
