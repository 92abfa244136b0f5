import type { PaymentProvider } from '@paylink/plugin-api'

export type ProviderMethod = keyof PaymentProvider

export const NEEDED_METHODS = ['limits', 'checkConnection', 'createCheckout', 'retrieve', 'verifyWebhook'] as const
const OTHER_METHODS = ['findByReference', 'expireCheckout', 'registerWebhook', 'unregisterWebhook'] as const

/** Which of its methods a provider has. */
export const methodsOf = (provider: Partial<PaymentProvider>): ProviderMethod[] =>
  [...NEEDED_METHODS, ...OTHER_METHODS].filter((name) => typeof provider[name] === 'function')
