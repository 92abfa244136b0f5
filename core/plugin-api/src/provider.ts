import type { CheckoutHandle, CheckoutPage, CreateCheckoutInput, ExpireResult, Iso, ProviderState } from './checkout.js'
import type { ConfigField, ConfigValues } from './config-field.js'
import type { PluginContext } from './context.js'
import type { MethodType, ProviderManifest } from './manifest.js'
import type { ProviderSimulator } from './simulator.js'

/** Bounds of a total, inclusive, in minor units. */
export interface AmountLimits {
  min: number
  max: number
}

/** The limits in one currency, over all methods. */
export interface CurrencyLimits extends AmountLimits {
  /**
   * The methods offered in this currency, each with its own limits. A method that is not listed is not offered. If
   * omitted, every method of the manifest is, within `min` and `max`.
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
  /** Why `ok` is false, in words for the merchant. */
  problem?: string
}

/** A notification as received, unparsed. */
export interface RawWebhook {
  /** Names in lower case. */
  headers: Record<string, string>
  rawBody: Uint8Array
  receivedAt: Iso
}

/** A notification is a hint: core stores it, answers, and asks the provider for the truth. */
export interface WebhookHint {
  /** The provider's id of the event; a duplicate is dropped. */
  eventId: string
  eventType: string
  /** The payments it is about. Empty for a ping. */
  subjects: { providerRef?: string; paymentId?: string }[]
}

/** A reference to one checkout: the provider's id of it and ours of the payment. */
export interface CheckoutRef {
  providerRef: string
  paymentId: string
}

/**
 * A payment provider. Every method except `limits` may throw the errors of `errors.ts`; anything else counts as an
 * unknown outcome of a write, and as an unavailable provider for a read.
 */
export interface PaymentProvider {
  /** Pure and synchronous: called when a link is created, without network access. Null if the currency is not offered. */
  limits(currency: string): CurrencyLimits | null

  /** Checks the credentials: are they valid, for which account, and in which mode? */
  checkConnection(ctx: PluginContext): Promise<ConnectionReport>

  /**
   * Opens one checkout. Called again with the very same input after an unknown outcome; if the provider honours the
   * key, that returns the checkout made the first time.
   */
  createCheckout(input: CreateCheckoutInput, ctx: PluginContext): Promise<CheckoutHandle>

  /** The current state at the provider. */
  retrieve(ref: CheckoutRef, ctx: PluginContext): Promise<ProviderState>

  /** Called after an unknown outcome of a creation. Null means "searched completely, and it does not exist", never "could not search". */
  findByReference?(
    ref: { paymentId: string; createdAfter: Iso },
    ctx: PluginContext,
  ): Promise<(ProviderState & { redirectUrl?: string }) | null>

  /**
   * One page of the checkouts created in a period that have a payment id of PayLink's, in any order; those without one are
   * left out. Called when a database was restored from a copy: the checkouts opened since are only known to the provider.
   * Until every page was read, none is opened again, so a page must never be incomplete. At most 200 a page.
   */
  listCheckouts?(period: { from: Iso; until: Iso; page?: string }, ctx: PluginContext): Promise<CheckoutPage>

  /** Closes an open checkout. A payment that came first wins. */
  expireCheckout?(ref: CheckoutRef, ctx: PluginContext): Promise<ExpireResult>

  /** @throws WebhookSignatureError it does not come from the provider, or is too old. */
  verifyWebhook(webhook: RawWebhook, ctx: PluginContext): Promise<WebhookHint>

  /** Registers our notification address. The returned `config` (e.g. a signing secret) is sealed with the rest. */
  registerWebhook?(url: string, ctx: PluginContext): Promise<{ id: string; config?: ConfigValues }>

  unregisterWebhook?(id: string, ctx: PluginContext): Promise<void>
}

export interface PaymentProviderPlugin {
  manifest: ProviderManifest
  config: ConfigField[]
  /** The setting that verifies notifications. If the merchant provides it, `registerWebhook` is not called. */
  webhookSecretKey?: string
  create(): PaymentProvider
  simulator?: ProviderSimulator
}

/** Types a plugin's default export. */
export const definePaymentProvider = (plugin: PaymentProviderPlugin): PaymentProviderPlugin => plugin
