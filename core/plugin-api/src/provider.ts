import type { CheckoutHandle, CreateCheckoutInput, ExpireResult, Iso, ProviderState } from './checkout.js'
import type { ConfigField, ConfigValues } from './config-field.js'
import type { PluginContext } from './context.js'
import type { MethodType, ProviderManifest } from './manifest.js'
import type { ProviderSimulator } from './simulator.js'

/** Bounds of a total, inclusive, in minor units. */
export interface AmountLimits {
  min: number
  max: number
}

/** What a provider takes in one currency, over all its methods. */
export interface CurrencyLimits extends AmountLimits {
  /**
   * The methods offered in this currency, each with bounds of its own. A method that is not listed is not offered.
   * Left out: every method of the manifest, within `min` and `max`.
   */
  methods?: Partial<Record<MethodType, AmountLimits>>
}

export interface ConnectionReport {
  ok: boolean
  /** The provider's id of the account behind the credentials. */
  externalAccountId?: string
  displayName?: string
  /** The mode of the credentials. Core refuses those of the other mode. */
  livemode: boolean
  /** Why not, in words for the merchant. */
  problem?: string
}

/** A notification as it came: the bytes, nothing parsed. */
export interface RawWebhook {
  /** Names in lower case. */
  headers: Record<string, string>
  rawBody: Uint8Array
  receivedAt: Iso
}

/** A notification is a hint: core keeps it, answers, and asks the provider for the truth. */
export interface WebhookHint {
  /** The provider's id of the event; a repeated one is dropped. */
  eventId: string
  eventType: string
  /** What it is about. Empty for a ping. */
  subjects: { providerRef?: string; paymentId?: string }[]
}

/** A reference to one checkout: the provider's id of it and ours of the payment. */
export interface CheckoutRef {
  providerRef: string
  paymentId: string
}

/**
 * A payment provider. Every method but `limits` may throw the errors of `errors.ts`; whatever else it
 * throws counts as an unknown outcome of a write and an unavailable provider for a read.
 */
export interface PaymentProvider {
  /** Pure and synchronous: it is asked at link creation, before any network. Null: the currency is not offered. */
  limits(currency: string): CurrencyLimits | null

  /** Are the credentials good, whose are they, and of which mode? */
  checkConnection(ctx: PluginContext): Promise<ConnectionReport>

  /**
   * Opens one checkout. Called again with the very same input after an unknown outcome; where the
   * provider honours the key, that returns the checkout made the first time.
   */
  createCheckout(input: CreateCheckoutInput, ctx: PluginContext): Promise<CheckoutHandle>

  /** What the provider says now. */
  retrieve(ref: CheckoutRef, ctx: PluginContext): Promise<ProviderState>

  /** After an unknown creation. Null means "searched completely, and it is not there", never "could not look". */
  findByReference?(
    ref: { paymentId: string; createdAfter: Iso },
    ctx: PluginContext,
  ): Promise<(ProviderState & { redirectUrl?: string }) | null>

  /** Closes an open checkout. A payment that came first wins. */
  expireCheckout?(ref: CheckoutRef, ctx: PluginContext): Promise<ExpireResult>

  /** @throws WebhookSignatureError it does not come from the provider, or is too old. */
  verifyWebhook(webhook: RawWebhook, ctx: PluginContext): Promise<WebhookHint>

  /** Registers our notification address. The returned `config` (a signing secret, say) is sealed with the rest. */
  registerWebhook?(url: string, ctx: PluginContext): Promise<{ id: string; config?: ConfigValues }>

  unregisterWebhook?(id: string, ctx: PluginContext): Promise<void>
}

export interface PaymentProviderPlugin {
  manifest: ProviderManifest
  config: ConfigField[]
  /** The setting that verifies notifications. Given by the merchant: nothing is registered; left out: `registerWebhook` is called. */
  webhookSecretKey?: string
  create(): PaymentProvider
  simulator?: ProviderSimulator
}

/** Types a plugin's default export. */
export const definePaymentProvider = (plugin: PaymentProviderPlugin): PaymentProviderPlugin => plugin
