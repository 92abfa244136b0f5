import { invalid } from '../kernel/problem.js'

/** Sent to endpoints that name no event types (R145–R151). */
export const DEFAULT_EVENT_TYPES = [
  'payment.succeeded',
  'payment.failed',
  'payment.canceled',
  'payment_link.paid',
  'payment_link.disabled',
  'payment.invoiced',
  'payment.invoice_cancelled',
] as const

/** Sent only to endpoints that name them (R235). */
const OPT_IN_EVENT_TYPES = ['payment.refunded', 'payment.disputed'] as const

export const EVENT_TYPES = [...DEFAULT_EVENT_TYPES, ...OPT_IN_EVENT_TYPES] as const

export type EventType = (typeof EVENT_TYPES)[number]

export const isEventType = (text: string): text is EventType => EVENT_TYPES.some((type) => type === text)

/** The event types that are named, each once. @throws Problem `validation_error` on `events` */
export function checkEvents(names: readonly string[]): EventType[] {
  if (names.length === 0 || !names.every(isEventType)) {
    throw invalid('events', `must list any of ${EVENT_TYPES.join(', ')}`)
  }
  return EVENT_TYPES.filter((type) => names.includes(type))
}

export const isOptIn = (type: EventType): boolean => OPT_IN_EVENT_TYPES.some((optIn) => optIn === type)

const API_VERSION = '0.0.1'

/** What is sent of an event (R206). */
export const eventPayload = ({
  id,
  type,
  createdAt,
  livemode,
  data,
}: {
  id: string
  type: string
  createdAt: string
  livemode: boolean
  data: object
}): object => ({ id, object: 'event', type, createdAt, livemode, apiVersion: API_VERSION, data })

/** An event as it is sent: `payload` is the exact text that was stored with the change (I26). */
export interface WebhookEvent {
  id: string
  type: string
  payload: string
  createdAt: string
}
