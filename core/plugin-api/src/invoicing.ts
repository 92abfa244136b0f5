import type { Iso } from './checkout.js'
import type { ConfigField, ConfigValues } from './config-field.js'
import type { PluginContext } from './context.js'
import type { I18n, PLUGIN_API_VERSION } from './manifest.js'
import type { RawWebhook } from './provider.js'
import type { ProviderSimulator } from './simulator.js'

/** Who stamps invoices for the merchant, readable without calling it. */
export interface InvoicingManifest {
  apiVersion: typeof PLUGIN_API_VERSION
  kind: 'invoicing'
  /** `^[a-z][a-z0-9_]{1,31}$`; also the name under `/hooks/`. */
  id: string
  name: I18n
  /** Semantic version of the plugin. */
  version: string
  vendor?: string
  docsUrl?: string
  /** Hosts that `ctx.http` may call, besides the host of the connection's `apiBase`. */
  allowedHosts: string[]
  capabilities?: {
    /** The provider mails a stamped invoice to an address that it is given: `emailInvoice` is there. */
    emailsInvoices?: boolean
  }
}

/** What is known of the credentials. */
export interface InvoicingReport {
  ok: boolean
  /** The provider's id of whoever the credentials belong to, where it tells. */
  externalAccountId?: string
  displayName?: string
  /** The mode of the credentials. Core refuses those of the other mode. */
  livemode: boolean
  /** Why not, in words for the merchant. */
  problem?: string
}

/** A taxpayer in whose name invoices can be issued (the SAT's *emisor*). */
export interface Issuer {
  /** The provider's id. */
  id: string
  rfc?: string
  legalName?: string
  /** A product or service code of the SAT that it uses for most of what it sells. */
  defaultProductCode?: string
  defaultUnitCode?: string
  /** Why it cannot issue yet, in words for the merchant: a certificate is missing, say. */
  problem?: string
}

/** The customer as the tax authority knows them, checked for form by core. */
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
 * One concept. Amounts are in millionths of the currency's unit, as fine as a CFDI can be: core has done all the
 * arithmetic, and the total is right if each line comes to `quantity * unitPriceMicros`, its tax to the rate of its
 * base, and each of the sums is rounded half up to the centavo once.
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
  /** `baseMicros`: of the whole line, where it is not what the line comes to. */
  tax: { kind: 'iva'; ratePercent: 16; baseMicros?: number } | { kind: 'exempt' }
}

/** An invoice to be stamped, paid in one go (`PUE`), of the type income. */
export interface StampInput {
  /** Must be kept on the provider's object, and come back in `InvoiceState`. */
  invoiceId: string
  /** The same for every try at this invoice, across restarts. */
  idempotencyKey: string
  receiver: InvoiceReceiver
  lines: InvoiceLine[]
  /** ISO 4217. */
  currency: string
  /** What the lines must come to, in minor units. */
  totalCentavos: number
  /** `c_FormaPago` */
  formaPago: string
}

/** What of the request was refused, in the words of the API. */
export type InvoiceField = 'rfc' | 'name' | 'zip' | 'regimenFiscal' | 'usoCfdi' | 'formaPago'

export interface InvoiceFailure {
  /** The authority's or the provider's own code, like `CFDI40145`. */
  code: string
  /** Why, as it was said. */
  reason: string
  /** What the customer must correct; none: nothing that they typed. */
  field?: InvoiceField
}

/** What the provider says *now*. Core alone decides what it means. */
export interface InvoiceState {
  /** The provider's id of the invoice. */
  providerRef: string
  /** Our id, as the provider's object holds it. */
  invoiceId?: string
  livemode: boolean
  /**
   * - `pending`: being stamped; nobody knows yet.
   * - `stamped`: it has a fiscal folio, and is valid.
   * - `failed`: it was not stamped, and never will be.
   * - `cancelled`: the authority acknowledged that it is no longer valid.
   */
  status: 'pending' | 'stamped' | 'failed' | 'cancelled'
  /** The fiscal folio. Required when `stamped` or `cancelled`. */
  uuid?: string
  /** Minor units. Required when `stamped` or `cancelled`. */
  totalCentavos?: number
  stampedAt?: Iso
  cancelledAt?: Iso
  /** Of a stamped one: whether somebody asked for it to be cancelled, and what came of it. */
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
  /** It applies to persons, whose RFC has 13 characters. */
  fisica: boolean
  /** It applies to legal entities, whose RFC has 12 characters. */
  moral: boolean
}

/** The SAT's catalogues as the provider has them. */
export interface InvoicingCatalogs {
  regimenes: CatalogEntry[]
  usos: CatalogEntry[]
}

/** A notification is a hint: core asks about the invoice it names. */
export interface InvoicingHint {
  eventId: string
  eventType: string
  /** What it is about. Empty for a ping. */
  subjects: { providerRef?: string; invoiceId?: string }[]
}

/**
 * Stamps invoices. Its methods may throw the errors of `errors.ts`; whatever else is thrown counts as an unknown outcome
 * of a write and an unavailable provider for a read.
 *
 * - `ProviderRejectedError`: certainly not done, and pointless to repeat. With `info.failure` when a stamp was
 *   refused: by it core knows what the customer is to correct.
 * - `ProviderUnavailableError`: certainly not done, and worth another try: unreachable, too many requests, no stamps left.
 * - `ProviderAuthError`: certainly not done, because of the credentials.
 * - `ProviderUnknownOutcomeError`: it may have been done. Core looks before it tries again.
 */
export interface InvoicingProvider {
  /** Are the credentials good, and of which mode? */
  checkConnection(ctx: PluginContext): Promise<InvoicingReport>

  /** Whom these credentials may issue for. */
  listIssuers(ctx: PluginContext): Promise<Issuer[]>

  /**
   * What is needed to issue as this one, besides the settings: its own key, say. The returned `config` is sealed with
   * the rest and comes back in `ctx.config`. Whoever chooses another issuer later gets a connection of its own for it.
   *
   * @throws ProviderRejectedError there is no such issuer, or it cannot issue in this mode
   */
  chooseIssuer(issuerId: string, ctx: PluginContext): Promise<{ issuer: Issuer; config?: ConfigValues }>

  /** The SAT's catalogues, where the provider has them. */
  catalogs?(ctx: PluginContext): Promise<InvoicingCatalogs>

  /**
   * Stamps one invoice. Called again with the very same input after an unknown outcome, once `findByReference` has
   * found nothing; where the provider honours the key, that returns the invoice stamped the first time.
   */
  stamp(input: StampInput, ctx: PluginContext): Promise<InvoiceState>

  /** Null means "searched completely, and it is not there", never "could not look". */
  findByReference(ref: { invoiceId: string; createdAfter: Iso }, ctx: PluginContext): Promise<InvoiceState | null>

  retrieve(ref: InvoiceRef, ctx: PluginContext): Promise<InvoiceState>

  /** Asks for the cancellation, which costs a stamp. One that is under way already, or over, is no error. */
  cancel(ref: InvoiceRef & { motivo: CancelMotivo }, ctx: PluginContext): Promise<InvoiceState>

  /** The invoice as its customer keeps it. */
  file(ref: InvoiceRef & { format: 'pdf' | 'xml' }, ctx: PluginContext): Promise<Uint8Array>

  /**
   * Has the provider mail the invoice, with its PDF and XML, to this address and no other. Called where no mail server is
   * set up, and not again after an unknown outcome: the customer would get it twice.
   *
   * @throws ProviderRejectedError it will not be mailed, and there is no point in another try
   */
  emailInvoice?(ref: InvoiceRef, to: string, ctx: PluginContext): Promise<void>

  /** @throws WebhookSignatureError it does not come from the provider. */
  verifyWebhook(webhook: RawWebhook, ctx: PluginContext): Promise<InvoicingHint>

  /** Registers our notification address for the chosen issuer. The returned `config` is sealed with the rest. */
  registerWebhook?(url: string, ctx: PluginContext): Promise<{ id: string; config?: ConfigValues }>

  /** One that is gone already is no error. */
  unregisterWebhook?(id: string, ctx: PluginContext): Promise<void>
}

export interface InvoicingPlugin {
  manifest: InvoicingManifest
  config: ConfigField[]
  /** The setting that holds the secret of notifications. Given by the merchant, nothing is registered. */
  webhookSecretKey?: string
  create(): InvoicingProvider
  simulator?: ProviderSimulator
}

/** Types a plugin's default export. */
export const defineInvoicingPlugin = (plugin: InvoicingPlugin): InvoicingPlugin => plugin
