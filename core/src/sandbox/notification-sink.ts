/**
 * Where a notification of a provider is heard. Fulfilled by `reconciliation` for payments, by `invoicing` for
 * invoices.
 */
export abstract class NotificationSink {
  /** Is there such a connection at all? Asked before anything that a stranger sends is read. */
  abstract isExpected(provider: string, connectionId: string): Promise<boolean>

  abstract receive(notification: {
    provider: string
    connectionId: string
    headers: Record<string, string>
    rawBody: Uint8Array
  }): Promise<void>
}
