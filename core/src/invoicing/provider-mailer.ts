import type { Connections } from '../connections/connections.repository.js'
import type { OpenConnection } from '../connections/open-connection.js'
import type { EmailVia } from '../mail/email.js'
import type { MailRoutes } from '../mail/mail-routes.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import { SEND_OUTCOMES, type SendResult } from '../plugin-host/call-transport.js'
import type { Plugins } from '../plugin-host/registry.js'
import type { Invoice } from './invoice.js'

/** Emails stamped invoices through the invoicing provider if no mail server is configured. */
export class ProviderMailer {
  constructor(
    private readonly plugins: Plugins,
    private readonly connections: Connections,
    private readonly openConnection: OpenConnection,
    private readonly callProvider: CallProvider,
    private readonly routes: MailRoutes,
  ) {}

  /** What sends live invoices; null: nothing can. A provider could, though the one that stamped an invoice may not. */
  get way(): EmailVia | null {
    if (this.routes.live) return 'smtp'
    const canSend = (id: string): boolean => this.plugins.provider('invoicing', id)?.emailInvoice !== undefined
    return this.plugins.ids('invoicing').some(canSend) ? 'provider' : null
  }

  /**
   * Through the provider that stamped it. In test mode only through a simulator: a real provider would send a real email.
   *
   * @returns null: no provider can send it
   */
  async send({ id: invoiceId, providerRef, connectionId, livemode }: Invoice, to: string): Promise<SendResult | null> {
    const connection = connectionId === null ? undefined : await this.connections.find('invoicing', connectionId)
    if (!livemode && !connection?.sandbox) return null
    const connected = connection && (await this.openConnection.run(connection))
    if (!connected || providerRef === null) {
      return { outcome: 'put_off', fault: null, message: 'the invoicing provider is not connected' }
    }
    if (!connected.provider.emailInvoice) {
      return { outcome: 'refused', fault: 'rejected', message: 'the invoicing provider cannot email invoices' }
    }
    const outcome = await this.callProvider.run(connected, 'emailInvoice', (provider, ctx) => {
      if (!provider.emailInvoice) throw new Error('the invoicing provider cannot email invoices')
      return provider.emailInvoice({ invoiceId, providerRef }, to, ctx)
    })
    if (outcome.ok) return { outcome: 'accepted', fault: null, message: 'the invoicing provider sends it' }
    return { outcome: SEND_OUTCOMES[outcome.fault], fault: outcome.fault, message: outcome.message }
  }
}
