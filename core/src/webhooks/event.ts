/** What merchants are told of (R145–R151). */
export const EVENT_TYPES = [
  'payment.succeeded',
  'payment.failed',
  'payment.canceled',
  'payment_link.paid',
  'payment_link.disabled',
  'payment.invoiced',
  'payment.invoice_cancelled',
] as const

export type EventType = (typeof EVENT_TYPES)[number]

export const isEventType = (text: string): text is EventType => EVENT_TYPES.some((type) => type === text)

/** An event as it is sent: `payload` is the very text that was written down with the change (I26). */
export interface WebhookEvent {
  id: string
  type: string
  payload: string
  createdAt: string
}
