export interface ReceivedNotification {
  provider: string
  connectionId: string
  headers: Record<string, string>
  rawBody: Uint8Array
}

/** Receives the notifications of a provider: `reconciliation` for payments, `invoicing` for invoices. */
export interface NotificationSink {
  receive(notification: ReceivedNotification): Promise<void>
}
