/**
 * Receives the notifications of a provider. Implemented by `reconciliation` for payments and by `invoicing` for
 * invoices.
 */
export abstract class NotificationSink {
  /** Whether there is such a connection. Checked before any bytes from a stranger are read. */
  abstract isExpected(provider: string, connectionId: string): Promise<boolean>

  abstract receive(notification: {
    provider: string
    connectionId: string
    headers: Record<string, string>
    rawBody: Uint8Array
  }): Promise<void>
}
