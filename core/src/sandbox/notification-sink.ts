/** Where a notification of a provider is heard. Fulfilled by `reconciliation`. */
export abstract class NotificationSink {
  abstract receive(notification: {
    provider: string
    connectionId: string
    headers: Record<string, string>
    rawBody: Uint8Array
  }): Promise<void>
}
