/** What merchants are told of (R145–R151). */
export type EventType =
  'payment.succeeded' | 'payment.failed' | 'payment.canceled' | 'payment_link.paid' | 'payment_link.disabled'
