import { DEFAULT_EVENT_TYPES, EVENT_TYPES, type EventType, eventPayload } from '@paylink/core/webhooks/event'
import { currentContract } from '../contract-gate/released.js'
import { code, json, page, table } from './markdown.js'

interface About {
  sentWhen: string
  object: 'payment' | 'link'
  /** Beside `data.object`. */
  beside?: 'invoice' | 'refund' | 'dispute'
}

const ABOUT: Record<EventType, About> = {
  'payment_link.paid': { sentWhen: 'the link became `paid`, by a checkout or by `mark_paid`', object: 'link' },
  'payment_link.disabled': { sentWhen: 'the link was disabled', object: 'link' },
  'payment.succeeded': { sentWhen: 'it was paid, by a checkout or by `mark_paid`', object: 'payment' },
  'payment.failed': { sentWhen: 'the provider finally declined it', object: 'payment' },
  'payment.canceled': { sentWhen: 'the checkout was closed or expired unpaid', object: 'payment' },
  'payment.invoiced': { sentWhen: 'an invoice was stamped: it has its folio', object: 'payment', beside: 'invoice' },
  'payment.invoice_cancelled': {
    sentWhen: 'the tax authority acknowledged a cancellation',
    object: 'payment',
    beside: 'invoice',
  },
  'payment.refunded': { sentWhen: 'it was refunded, in part or in full', object: 'payment', beside: 'refund' },
  'payment.disputed': {
    sentWhen: "the customer's bank opened or decided a dispute",
    object: 'payment',
    beside: 'dispute',
  },
}

/** The states that the example of the API does not have. */
const STATES: Partial<Record<EventType, object>> = {
  'payment_link.paid': { status: 'paid' },
  'payment_link.disabled': { status: 'disabled' },
  'payment.failed': { status: 'failed', paidAt: null },
  'payment.canceled': { status: 'canceled', paidAt: null },
}

const isDefault = (type: EventType): boolean => DEFAULT_EVENT_TYPES.some((one) => one === type)

/** As it is sent, with the objects of the API's own examples. */
export function exampleOf(type: EventType): object {
  const { paths } = currentContract()
  const exampleAt = (path: string) => paths[path]?.['get']?.responses['200']?.content?.['application/json']?.example
  const payment = exampleAt('/v1/payments/{id}') as { createdAt: string }
  const link = exampleAt('/v1/payment_links/{id}') as { createdAt: string }
  const { invoice } = exampleAt('/v1/payments/{id}/invoice') as { invoice: object }
  const beside = {
    invoice,
    refund: { amountCentavos: 1000, totalCentavos: 1500 },
    dispute: { status: 'open', amountCentavos: 15_000, dueAt: '2026-12-01T06:00:00.000Z' },
  }
  const { object, beside: name } = ABOUT[type]
  const data = { object: { ...(object === 'link' ? link : payment), ...STATES[type] } }
  return eventPayload({
    ...{ id: 'evt_01m7z4ghsme00a9qaybszc0bgx', type, createdAt: '2026-12-01T16:00:00.000Z', livemode: false },
    data: name === undefined ? data : { ...data, [name]: beside[name] },
  })
}

/** Of the types that an endpoint may name. */
export const eventsPage = (): string =>
  page(
    '# Events',
    `What webhooks and \`listen\` send. How to receive and verify them: [webhooks](../webhooks.md).`,
    table(
      ['`type`', 'sent when', '`data.object`', 'to endpoints'],
      EVENT_TYPES.map((type) => [
        `[${code(type)}](#${type.replace('.', '')})`,
        ABOUT[type].sentWhen,
        `${ABOUT[type].object}${ABOUT[type].beside === undefined ? '' : `, and ${code(`data.${ABOUT[type].beside}`)}`}`,
        isDefault(type) ? 'that name it, or none' : 'that name it',
      ]),
    ),
    ...EVENT_TYPES.flatMap((type) => [`## ${type}`, `Sent when ${ABOUT[type].sentWhen}.`, json(exampleOf(type))]),
  )
