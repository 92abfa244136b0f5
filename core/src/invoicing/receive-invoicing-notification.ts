import type { ReadNotification } from '../connections/read-notification.js'
import type { NotificationSink, ReceivedNotification } from '../plugin-host/notification-sink.js'
import type { Invoices } from './invoices.repository.js'

/** Receives the invoicing provider's notifications. A notification only makes the invoice due; its state is then read from the provider. */
export class ReceiveInvoicingNotification implements NotificationSink {
  constructor(
    private readonly readNotification: ReadNotification,
    private readonly invoices: Invoices,
  ) {}

  /** @throws Problem as `ReadNotification` */
  async receive(received: ReceivedNotification): Promise<void> {
    const { connection, hint } = await this.readNotification.run('invoicing', received)
    for (const { invoiceId, providerRef } of hint.subjects) {
      await this.invoices.recordNotification(
        { ...connection, connectionId: connection.id },
        { id: invoiceId, providerRef },
      )
    }
  }
}
