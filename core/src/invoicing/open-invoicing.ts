import type { ConfigValues, InvoicingProvider } from '@paylink/plugin-api'
import { type Generation, GenerationCache } from '../database/generation.js'
import type { CallTarget } from '../plugin-host/call-provider.js'
import type { InstalledInvoicing } from '../plugin-host/installed-plugin.js'
import type { Plugins } from '../plugin-host/registry.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import type { Sealer } from '../secrets/sealer.js'
import { INVOICING_SERVICE, type InvoicingConnection, invoicingAssociatedData } from './invoicing-connection.js'

export interface ConnectedInvoicing extends CallTarget<InvoicingProvider> {
  plugin: InstalledInvoicing
}

/** The sealed settings of a connection. */
export interface InvoicingSettings {
  /** Entered by the merchant. */
  given: ConfigValues
  /** Returned when the issuer was chosen and the webhook registered. */
  issuing: ConfigValues
}

/** Unseals a connection's settings and pairs it with its plugin. */
export class OpenInvoicing {
  private readonly opened: GenerationCache<InvoicingSettings>

  constructor(
    private readonly plugins: Plugins,
    private readonly sandbox: Sandbox,
    private readonly sealer: Sealer,
    generation: Generation,
  ) {
    this.opened = new GenerationCache(generation)
  }

  /** Null: the plugin is not installed, or it is a sandbox connection and the sandbox is off. */
  async run(connection: InvoicingConnection): Promise<ConnectedInvoicing | null> {
    const settings = await this.settingsOf(connection)
    return this.openWith(connection, settings)
  }

  /** With settings that are not stored yet. */
  async openWith(
    { id, livemode, sandbox }: Pick<InvoicingConnection, 'id' | 'livemode' | 'sandbox'>,
    { given, issuing }: InvoicingSettings,
  ): Promise<ConnectedInvoicing | null> {
    const plugin = this.plugins.plugin('invoicing', INVOICING_SERVICE)
    const provider = this.plugins.provider('invoicing', INVOICING_SERVICE)
    if (!plugin || !provider || (sandbox && !this.sandbox.has(INVOICING_SERVICE))) return null
    const simulated = sandbox ? await this.sandbox.configOf(INVOICING_SERVICE, id) : {}
    const config = { ...simulated, ...given, ...issuing }
    return { connectionId: id, livemode, plugin, provider, config }
  }

  settingsOf(connection: InvoicingConnection): Promise<InvoicingSettings> {
    return this.opened.get(`${connection.id} ${connection.updatedAt}`, async () => {
      const settings: unknown = JSON.parse(
        await this.sealer.open(invoicingAssociatedData(connection), connection.sealedSettings),
      )
      return settings as InvoicingSettings
    })
  }
}
