import type {
  ConfigField,
  ConfigValues,
  EmailManifest,
  EmailTransport,
  InvoicingManifest,
  InvoicingProvider,
  PaymentProvider,
  ProviderManifest,
  ProviderSimulator,
} from '@paylink/plugin-api'
import { SECOND_MS } from '../kernel/clock.js'
import type { FoundPlugin } from './discover.js'
import type { OwnSettings } from './own-settings.js'

interface Installed<Manifest> extends Pick<FoundPlugin, 'origin' | 'version'> {
  manifest: Manifest
  config: readonly ConfigField[]
}

/** A provider's plugin as core sees it, in this process or in one of its own. */
interface InstalledProvider<Manifest> extends Installed<Manifest> {
  webhookSecretKey?: string
  simulator?: InstalledSimulator
}

export type InstalledPayment = InstalledProvider<ProviderManifest>
export type InstalledInvoicing = InstalledProvider<InvoicingManifest>
export type InstalledEmail = Installed<EmailManifest>

/** Makes the transports of an email plugin; they keep their connections until the plugin is closed. */
export interface TransportFactory {
  create(config: Readonly<ConfigValues>): EmailTransport
}

/** The plugin that a crash or failure is recorded for. */
export interface PluginIdentity extends Pick<FoundPlugin, 'origin' | 'version'> {
  id: string
}

export interface InstalledTransport {
  plugin: PluginIdentity
  transport: EmailTransport
  settings: OwnSettings
}

/** How long a transport has, after it was told to give up, to report what it knows. */
export const TRANSPORT_GRACE_MS = 3 * SECOND_MS

/** What there is of each kind: the plugin, and what it provides. */
export interface PluginsByKind {
  'payment-provider': { plugin: InstalledPayment; provider: PaymentProvider }
  invoicing: { plugin: InstalledInvoicing; provider: InvoicingProvider }
  email: { plugin: InstalledEmail; provider: TransportFactory }
}

export type PluginKind = keyof PluginsByKind
export type PluginOf<Kind extends PluginKind> = PluginsByKind[Kind]['plugin']
export type ProviderOf<Kind extends PluginKind> = PluginsByKind[Kind]['provider']

/** One plugin of any kind, told apart by `kind`. */
export type KindedPlugin = { [Kind in PluginKind]: { kind: Kind } & PluginsByKind[Kind] }[PluginKind]

export const isPluginKind = (kind: string): kind is PluginKind =>
  kind === 'payment-provider' || kind === 'invoicing' || kind === 'email'

/** Asynchronous throughout: it may run in another process. */
export interface InstalledSimulator extends Pick<ProviderSimulator, 'api' | 'page'> {
  config(at: Parameters<ProviderSimulator['config']>[0]): Promise<ConfigValues>
}

export const inProcessSimulator = (simulator: ProviderSimulator): InstalledSimulator => ({
  config: async (at) => simulator.config(at),
  api: (request, sim) => simulator.api(request, sim),
  page: (request, sim) => simulator.page(request, sim),
})
