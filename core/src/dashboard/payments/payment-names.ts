import type { PageLocale } from '../../kernel/choose-locale.js'
import { providerName } from '../../plugin-host/provider-name.js'
import type { Plugins } from '../../plugin-host/registry.js'
import type { Visit } from '../visit.js'
import { paymentWords } from './words.js'

/** `isSandbox`: the money is the simulator's. */
export type NameOfProvider = (provider: string, isSandbox?: boolean) => string

/** What people call providers. */
export class PaymentNames {
  constructor(private readonly plugins: Plugins) {}

  of({ locale }: Pick<Visit, 'locale'>): NameOfProvider {
    const words = paymentWords(locale)
    return (provider, isSandbox = false) => {
      if (provider === 'manual') return words.byHand
      const name = providerName(this.plugins, provider, locale)
      return isSandbox ? words.simulatorOf(name) : name
    }
  }

  /** Every installed payment provider, by id. */
  all(locale: PageLocale): { id: string; name: string }[] {
    return this.plugins.ids('payment-provider').map((id) => ({ id, name: providerName(this.plugins, id, locale) }))
  }
}
