import type { Invoice } from './invoice.js'
import { INVOICING_SERVICE } from './invoicing-connection.js'
import type { InvoicingConnections } from './invoicing-connections.repository.js'
import type { OpenInvoicing } from './open-invoicing.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import { SEND_OUTCOMES, type SendResult } from '../plugin-host/call-transport.js'
import type { InvoicingPlugins } from '../plugin-host/invoicing-plugins.js'

/** Mails stamped invoices through the invoicing provider if no mail server is configured. */
export class ProviderMailer {
  constructor(
    private readonly plugins: InvoicingPlugins,
    private readonly connections: InvoicingConnections,
    private readonly openInvoicing: OpenInvoicing,
    private readonly callProvider: CallProvider,
  ) {}

  get isPossible(): boolean {
    const plugin = this.plugins.plugin(INVOICING_SERVICE)
    return plugin?.manifest.capabilities?.emailsInvoices === true && plugin.provider.emailInvoice !== undefined
  }

  /**
   * Through the provider that stamped it. In test mode only through a simulator: a real provider would send a real mail.
   *
   * @returns null: no provider can send it
   */
  async send({ id: invoiceId, providerRef, connectionId, livemode }: Invoice, to: string): Promise<SendResult | null> {
    const connection = connectionId === null ? undefined : await this.connections.find(connectionId)
    if (!livemode && !connection?.sandbox) return null
    const connected = connection && (await this.openInvoicing.run(connection))
    if (!connected || providerRef === null || !connected.provider.emailInvoice) {
      return { outcome: 'put_off', fault: null, message: 'the invoicing provider is not connected' }
    }
    const outcome = await this.callProvider.run(connected, 'write', (provider, ctx) => {
      if (!provider.emailInvoice) throw new Error('the invoicing provider cannot mail invoices')
      return provider.emailInvoice({ invoiceId, providerRef }, to, ctx)
    })
    if (outcome.ok) return { outcome: 'accepted', fault: null, message: 'the invoicing provider sends it' }
    return { outcome: SEND_OUTCOMES[outcome.fault], fault: outcome.fault, message: outcome.message }
  }
}
