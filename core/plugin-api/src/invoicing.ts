import type { Iso } from './checkout.js'
import type { ConfigField, ConfigValues } from './config-field.js'
import type { PluginContext } from './context.js'
import type { I18n, PLUGIN_API_VERSION } from './manifest.js'
import type { RawWebhook } from './provider.js'
import type { ProviderSimulator } from './simulator.js'

/** What an invoicing plugin is and can do, readable without calling it. */
export interface InvoicingManifest {
  apiVersion: typeof PLUGIN_API_VERSION
  kind: 'invoicing'
  /** `^[a-z][a-z0-9_]{1,31}$`; also the path under `/hooks/`. */
  id: string
  name: I18n
  /** Semantic version of the plugin. */
  version: string
  vendor?: string
  docsUrl?: string
  /** Hosts that `ctx.http` may call, besides the host of the connection's `apiBase`. */
  allowedHosts: string[]
  capabilities?: {
    /** The provider can email a stamped invoice: `emailInvoice` is implemented. */
    emailsInvoices?: boolean
  }
}

/** What the provider reports about the credentials. */
export interface InvoicingReport {
  ok: boolean
  /** The provider's id of the account that the credentials belong to, if it tells. */
  externalAccountId?: string
  displayName?: string
  /** The mode of the credentials. Core refuses those of the other mode. */
  livemode: boolean
  /** Why `ok` is false, in words for the merchant. */
  problem?: string
}

/** A taxpayer in whose name invoices can be issued (the SAT's *emisor*). */
export interface Issuer {
  /** The provider's id. */
  id: string
  rfc?: string
  legalName?: string
  /** The SAT product or service code that it uses by default. */
  defaultProductCode?: string
  defaultUnitCode?: string
  /** Why it cannot issue yet, in words for the merchant: e.g. a certificate is missing. */
  problem?: string
}

/** The customer as registered with the tax authority. Core has validated the format. */
export interface InvoiceReceiver {
  /** 12 characters for a legal entity, 13 for a person. Upper case. */
  rfc: string
  name: string
  zip: string
  /** `c_RegimenFiscal` */
  regimenFiscal: string
  /** `c_UsoCFDI` */
  usoCfdi: string
}

/**
 * One concept. Amounts are in millionths of the currency's unit, the finest that a CFDI allows. Core has done all the
 * arithmetic: the total is right if each line amounts to `quantity * unitPriceMicros`, its tax to the rate applied to its
 * base, and each sum is rounded half up to the centavo once.
 */
export interface InvoiceLine {
  /** 1–1000 characters, none of them `|`. */
  description: string
  /** `c_ClaveProdServ` */
  productKey: string
  /** `c_ClaveUnidad` */
  unitKey: string
  quantity: number
  /** Without tax. */
  unitPriceMicros: number
  /** `baseMicros`: the tax base of the whole line, if it differs from the line's amount. */
  tax: { kind: 'iva'; ratePercent: 16; baseMicros?: number } | { kind: 'exempt' }
}

/** An invoice to be stamped: type income, paid in a single payment (`PUE`). */
export interface StampInput {
  /** Must be stored on the provider's object and returned in `InvoiceState`. */
  invoiceId: string
  /** The same for every attempt at this invoice, across restarts. */
  idempotencyKey: string
  receiver: InvoiceReceiver
  lines: InvoiceLine[]
  /** ISO 4217. */
  currency: string
  /** What the lines must add up to, in minor units. */
  totalCentavos: number
  /** `c_FormaPago` */
  formaPago: string
}

/** The field of the request that was refused, by its name in the API. */
export type InvoiceField = 'rfc' | 'name' | 'zip' | 'regimenFiscal' | 'usoCfdi' | 'formaPago'

export interface InvoiceFailure {
  /** The authority's or the provider's own code, like `CFDI40145`. */
  code: string
  /** The reason as the authority or provider gave it. */
  reason: string
  /** The field that the customer must correct; omitted if none of theirs is wrong. */
  field?: InvoiceField
}

/** The invoice's *current* state at the provider. Core alone decides what it means. */
export interface InvoiceState {
  /** The provider's id of the invoice. */
  providerRef: string
  /** Our id, as stored on the provider's object. */
  invoiceId?: string
  livemode: boolean
  /**
   * - `pending`: being stamped; the outcome is not known yet.
   * - `stamped`: it has a fiscal folio, and is valid.
   * - `failed`: it was not stamped and never will be.
   * - `cancelled`: the authority acknowledged that it is no longer valid.
   */
  status: 'pending' | 'stamped' | 'failed' | 'cancelled'
  /** The fiscal folio. Required when `stamped` or `cancelled`. */
  uuid?: string
  /** Minor units. Required when `stamped` or `cancelled`. */
  totalCentavos?: number
  stampedAt?: Iso
  cancelledAt?: Iso
  /** For a stamped invoice: whether its cancellation was requested, and the outcome of the request. */
  cancellation?: 'none' | 'pending' | 'refused'
  /** Required when `failed`. */
  failure?: InvoiceFailure
}

/** `02`: issued with errors, not replaced. `03`: the operation did not happen (`c_MotivoCancelacion`). */
export type CancelMotivo = '02' | '03'

/** A reference to one invoice: the provider's id of it and ours. */
export interface InvoiceRef {
  providerRef: string
  invoiceId: string
}

export interface CatalogEntry {
  clave: string
  nombre: string
  /** Applies to individuals, whose RFC has 13 characters. */
  fisica: boolean
  /** Applies to legal entities, whose RFC has 12 characters. */
  moral: boolean
}

/** The SAT's catalogues as the provider offers them. */
export interface InvoicingCatalogs {
  regimenes: CatalogEntry[]
  usos: CatalogEntry[]
}

/** A notification is a hint: core asks the provider about the invoice that it names. */
export interface InvoicingHint {
  eventId: string
  eventType: string
  /** The invoices it is about. Empty for a ping. */
  subjects: { providerRef?: string; invoiceId?: string }[]
}

/**
 * Stamps invoices. Its methods may throw the errors of `errors.ts`; anything else counts as an unknown outcome of a
 * write, and as an unavailable provider for a read.
 *
 * - `ProviderRejectedError`: definitely not done, and pointless to retry. With `info.failure` when a stamp was refused,
 *   so that core can tell the customer what to correct.
 * - `ProviderUnavailableError`: definitely not done, and worth a retry: unreachable, too many requests, no stamps left.
 * - `ProviderAuthError`: definitely not done, because of the credentials.
 * - `ProviderUnknownOutcomeError`: it may have been done. Core searches for it before it retries.
 */
export interface InvoicingProvider {
  /** Checks the credentials: are they valid, and in which mode? */
  checkConnection(ctx: PluginContext): Promise<InvoicingReport>

  /** The issuers that these credentials may issue for. */
  listIssuers(ctx: PluginContext): Promise<Issuer[]>

  /**
   * Selects an issuer, and returns what is needed to issue as it besides the settings, e.g. its own key. The returned
   * `config` is sealed with the rest and comes back in `ctx.config`. Another issuer has a connection of its own.
   *
   * @throws ProviderRejectedError there is no such issuer, or it cannot issue in this mode
   */
  chooseIssuer(issuerId: string, ctx: PluginContext): Promise<{ issuer: Issuer; config?: ConfigValues }>

  /** The SAT's catalogues, if the provider offers them. */
  catalogs?(ctx: PluginContext): Promise<InvoicingCatalogs>

  /**
   * Stamps one invoice. Called again with the very same input after an unknown outcome, once `findByReference` has
   * found nothing. If the provider honours the key, that returns the invoice stamped the first time.
   */
  stamp(input: StampInput, ctx: PluginContext): Promise<InvoiceState>

  /** Null means "searched completely, and it does not exist", never "could not search". */
  findByReference(ref: { invoiceId: string; createdAfter: Iso }, ctx: PluginContext): Promise<InvoiceState | null>

  retrieve(ref: InvoiceRef, ctx: PluginContext): Promise<InvoiceState>

  /** Requests the cancellation, which costs a stamp. One that is pending or done already is not an error. */
  cancel(ref: InvoiceRef & { motivo: CancelMotivo }, ctx: PluginContext): Promise<InvoiceState>

  /** The invoice file that the customer keeps. */
  file(ref: InvoiceRef & { format: 'pdf' | 'xml' }, ctx: PluginContext): Promise<Uint8Array>

  /**
   * Has the provider email the invoice, with its PDF and XML, to this address only. Called if no mail server is set up,
   * and not again after an unknown outcome: the customer might get it twice.
   *
   * @throws ProviderRejectedError it cannot be emailed, and a retry is pointless
   */
  emailInvoice?(ref: InvoiceRef, to: string, ctx: PluginContext): Promise<void>

  /** @throws WebhookSignatureError it does not come from the provider. */
  verifyWebhook(webhook: RawWebhook, ctx: PluginContext): Promise<InvoicingHint>

  /** Registers our notification address for the chosen issuer. The returned `config` is sealed with the rest. */
  registerWebhook?(url: string, ctx: PluginContext): Promise<{ id: string; config?: ConfigValues }>

  /** A registration that no longer exists is not an error. */
  unregisterWebhook?(id: string, ctx: PluginContext): Promise<void>
}

export interface InvoicingPlugin {
  manifest: InvoicingManifest
  config: ConfigField[]
  /** The setting that verifies notifications. If the merchant provides it, `registerWebhook` is not called. */
  webhookSecretKey?: string
  create(): InvoicingProvider
  simulator?: ProviderSimulator
}

/** Types a plugin's default export. */
export const defineInvoicingPlugin = (plugin: InvoicingPlugin): InvoicingPlugin => plugin
