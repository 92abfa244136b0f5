import { isWebhookSignatureError } from '@paylink/plugin-api'
import type { Connections } from '../connections/connections.repository.js'
import type { OpenConnection } from '../connections/open-connection.js'
import { noConnection } from '../connections/provider-problem.js'
import type { Generation } from '../database/generation.js'
import { type Clock, iso } from '../kernel/clock.js'
import { invalid, Problem } from '../kernel/problem.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import { NotificationSink } from '../plugin-host/notification-sink.js'
import type { Invoices } from './invoices.repository.js'

type Received = Parameters<NotificationSink['receive']>[0]

/** Receives the invoicing provider's notifications. A notification only makes the invoice due; its state is then read from the provider. */
export class ReceiveInvoicingNotification extends NotificationSink {
  constructor(
    private readonly connections: Connections,
    private readonly openConnection: OpenConnection,
    private readonly callProvider: CallProvider,
    private readonly invoices: Invoices,
    private readonly generation: Generation,
    private readonly clock: Clock,
  ) {
    super()
  }

  async isExpected(provider: string, connectionId: string): Promise<boolean> {
    return (await this.connections.find('invoicing', connectionId))?.provider === provider
  }

  /**
   * Disconnected connections still receive: their invoices may change.
   *
   * @throws Problem `not_found`: no such connection; `validation_error`: it is not from the provider;
   *   `provider_unavailable`: the plugin is not available
   */
  async receive({ connectionId, headers, rawBody }: Received): Promise<void> {
    await this.generation.refresh()
    const connection = await this.connections.find('invoicing', connectionId)
    if (!connection) throw noConnection()
    const connected = await this.openConnection.run(connection).catch(() => null)
    if (!connected)
      throw new Problem('provider_unavailable', { detail: 'The plugin of this connection is not available.' })
    const receivedAt = iso(this.clock.now())
    const outcome = await this.callProvider.run(connected, 'read', (plugin, ctx) =>
      plugin.verifyWebhook({ headers, rawBody, receivedAt }, ctx),
    )
    if (!outcome.ok) {
      if (isWebhookSignatureError(outcome.cause)) throw invalid('signature', outcome.message)
      if (outcome.fault === 'unavailable') throw new Problem('provider_unavailable', { cause: outcome.cause })
      throw new Problem('validation_error', { detail: 'The notification cannot be read.', cause: outcome.cause })
    }
    for (const { invoiceId, providerRef } of outcome.value.subjects) {
      await this.invoices.recordNotification({ ...connection, connectionId }, { id: invoiceId, providerRef })
    }
  }
}
