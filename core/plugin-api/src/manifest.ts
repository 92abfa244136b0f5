/** The version of this contract. A plugin made for another one is listed as incompatible and not loaded. */
export const PLUGIN_API_VERSION = 1 as const

/** A text in one language, or in several: `{ es: 'Clave', en: 'Key' }`. */
export type I18n = string | { es: string; en: string }

/** How a payer pays, as the API names it. Anything else is `other` (R197). */
export type MethodType = 'card' | 'wallet' | 'retail_cash' | 'spei_transfer' | 'bnpl' | 'bank_debit' | 'other'

/** What a provider is and can do; readable without calling it. */
export interface ProviderManifest {
  apiVersion: typeof PLUGIN_API_VERSION
  kind: 'payment-provider'
  /** `^[a-z][a-z0-9_]{1,31}$`; the value of `provider` in the API. */
  id: string
  name: I18n
  /** Semantic version of the plugin. */
  version: string
  vendor?: string
  docsUrl?: string
  /**
   * Names that payers recognize, shown beside the button for the methods that a link offers: card brands, stores,
   * networks, e.g. `{ retail_cash: ['OXXO'] }`. At most 6 names of 20 characters for each method.
   */
  marks?: Partial<Record<MethodType, string[]>>
  /** Hosts that `ctx.http` may call, besides the host of the connection's `apiBase`. */
  allowedHosts: string[]
  /** Origins of its checkout pages, e.g. `https://checkout.example.com`, for the payment page's `form-action`. */
  checkoutOrigins: string[]
  capabilities: ProviderCapabilities
}

export interface ProviderCapabilities {
  /** The provider honours an idempotency key on creation. When false, `findByReference` is required. */
  idempotentCreate: boolean
  /** It can look up a checkout by our payment id. */
  findByReference: boolean
  /** It can list the checkouts of a period. Default: false; after a restore they must then be compared by hand. */
  listCheckouts?: boolean
  /** It can close an open checkout, so that it can no longer be paid. */
  expireCheckout: boolean
  /** How long a checkout may live, in seconds from its creation. */
  checkoutLifetime: { minSeconds: number; maxSeconds: number }
  methods: MethodType[]
  /** Methods that may be paid days after the checkout was opened: vouchers, transfers. */
  delayedMethods: MethodType[]
  /** It distinguishes credit from debit cards. */
  reportsCardFunding: boolean
  installments: boolean
  /** Refunds are made at the provider; whether it reports them. */
  refunds: 'none' | 'reported'
  disputes: 'none' | 'reported'
  payouts: 'none' | 'reported'
  /** `auto`: the plugin can register our notification address itself. */
  webhooks: 'none' | 'manual' | 'auto'
  /**
   * Notifications carry a signed time, so that an old one can be refused as stale. Default: true. False if the
   * provider's scheme has none, or repeats a notification unchanged for days.
   */
  timedNotifications?: boolean
  /** It ships a simulator of its provider for test mode. */
  simulator: boolean
}
