import { type AuditEntry, creatorOfActor } from '../audit/audit-entry.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Invoice } from '../invoicing/invoice.js'
import type { Invoices } from '../invoicing/invoices.repository.js'
import type { Clock } from '../kernel/clock.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import type { Email, EmailMoment } from '../mail/email.js'
import type { Emails } from '../mail/emails.repository.js'
import { type PaymentLink, statusAt } from '../payment-links/payment-link.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { ListedPayment, ReadPaymentList } from '../payments/read-payment-list.js'
import type { Movements } from '../payments/movements.repository.js'
import type { DeliveryLog, EventAbout } from '../webhooks/delivery-log.repository.js'
import type { HistoryEntry, LinkHistory } from './link-history.js'

const MAX_ENTRIES = 200
const MAX_PAYMENTS = 50
const MOMENTS: readonly EmailMoment[] = [
  'sent',
  'delivered',
  'bounced',
  'opened',
  'clicked',
  'complained',
  'unsubscribed',
]

/** The whole story of a link, told from rows that are kept for other reasons. */
export class ReadLinkHistory {
  constructor(
    private readonly links: PaymentLinks,
    private readonly payments: ReadPaymentList,
    private readonly movements: Movements,
    private readonly emails: Emails,
    private readonly invoices: Invoices,
    private readonly deliveries: DeliveryLog,
    private readonly auditLog: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** `createdBy`: for a person who sees their own links only. @throws Problem `not_found` */
  async run(principal: AccountPrincipal, linkId: string, createdBy?: string): Promise<LinkHistory> {
    const link = await this.links.find(principal, linkId)
    if (!link || (createdBy !== undefined && link.createdBy !== createdBy)) throw notFound('payment link')
    const payments = await this.payments.ofLink(principal, linkId, MAX_PAYMENTS)
    const ids = payments.map(({ id }) => id)
    const { accountId, livemode } = principal
    const [refunds, emails, invoices, events, audited] = await Promise.all([
      Promise.all(payments.map((payment) => this.refundsOf(principal, payment))),
      this.emails.list({ accountId, livemode, linkId }, MAX_ENTRIES),
      this.invoices.listOf(principal, ids, MAX_ENTRIES),
      this.deliveries.about(principal, [linkId, ...ids], MAX_ENTRIES),
      this.auditLog.about(accountId, [linkId, ...ids], MAX_ENTRIES),
    ])
    const entries = [
      ...this.ofLink(link, events, audited),
      ...payments.flatMap((payment) => ofPayment(payment, events, audited)),
      ...refunds.flat(),
      ...emails.flatMap(ofEmail),
      ...invoices.flatMap(ofInvoice),
      ...events.flatMap(ofDelivery),
      ...audited.flatMap((entry) => ofAudit(entry, payments)),
    ].sort(newestFirst)
    const isCut =
      entries.length > MAX_ENTRIES ||
      payments.length === MAX_PAYMENTS ||
      [emails, invoices, events, audited].some((list) => list.length === MAX_ENTRIES)
    return { entries: entries.slice(0, MAX_ENTRIES), isCut }
  }

  private ofLink(link: PaymentLink, events: EventAbout[], audited: AuditEntry[]): HistoryEntry[] {
    const { createdAt, createdBy, channel, expiresAt } = link
    const entries: HistoryEntry[] = [{ at: createdAt, by: createdBy, change: { kind: 'created', channel } }]
    const disabled = events.find(({ type }) => type === 'payment_link.disabled')
    if (disabled) {
      const by = audited.find(({ action }) => action === 'payment_link.disabled')
      entries.push({ at: disabled.createdAt, by: by ? creatorOfActor(by.actor) : null, change: { kind: 'disabled' } })
    }
    if (statusAt(link, this.clock.now()) === 'expired' && expiresAt !== null) {
      entries.push({ at: expiresAt, by: null, change: { kind: 'expired' } })
    }
    return entries
  }

  private async refundsOf(principal: AccountPrincipal, payment: ListedPayment): Promise<HistoryEntry[]> {
    if (payment.refundedCentavos === 0) return []
    const { id: paymentId, provider } = payment
    return (await this.movements.refunds(principal, paymentId)).map(({ at, amountCentavos, currency }) => ({
      at,
      by: null,
      change: { kind: 'refunded', amountCentavos, currency, paymentId, provider },
    }))
  }
}

function ofPayment(payment: ListedPayment, events: EventAbout[], audited: AuditEntry[]): HistoryEntry[] {
  const { id: paymentId, provider, createdAt, paidAt, reviewReason, reviewSince } = payment
  const of = { paymentId, provider }
  const isManual = provider === 'manual'
  const entries: HistoryEntry[] = []
  if (!isManual) entries.push({ at: createdAt, by: null, change: { kind: 'checkout_opened', ...of } })
  if (paidAt !== null) {
    const { amountCentavos, currency, method, card } = payment
    const marked = audited.find(({ target, action }) => target === paymentId && action === 'payment_link.marked_paid')
    const by = marked ? creatorOfActor(marked.actor) : null
    // What was paid in cash earlier is recorded now; some providers tell the second only.
    const at = isManual || paidAt < createdAt ? createdAt : paidAt
    entries.push({ at, by, change: { kind: 'paid', amountCentavos, currency, method, card, ...of } })
  }
  const ended = events.find(
    ({ type, objectId }) => objectId === paymentId && (type === 'payment.failed' || type === 'payment.canceled'),
  )
  if (ended) {
    const isDeclined = ended.type === 'payment.failed'
    entries.push({
      at: ended.createdAt,
      by: null,
      change: { kind: 'unpaid', isDeclined, decline: payment.decline, ...of },
    })
  }
  if (reviewReason !== null && reviewSince !== null) {
    entries.push({ at: reviewSince, by: null, change: { kind: 'review_raised', reason: reviewReason, ...of } })
  }
  return entries
}

function ofEmail(email: Email): HistoryEntry[] {
  const { kind, to, createdAt, createdBy, status, error, moments } = email
  const entry = (
    at: string,
    moment: 'queued' | 'failed' | EmailMoment,
    { by = null, reason = null }: { by?: string | null; reason?: string | null },
  ): HistoryEntry => ({
    at,
    by,
    change: { kind: 'email', email: kind, to, moment, error: reason },
  })
  const passed = MOMENTS.flatMap((moment) => {
    const at = moments[moment]
    return at === null ? [] : [entry(at, moment, { reason: moment === 'bounced' ? error : null })]
  })
  const hasFailed = status === 'failed'
  const first = { by: createdBy, reason: hasFailed ? error : null }
  return [entry(createdAt, hasFailed ? 'failed' : 'queued', first), ...passed]
}

function ofInvoice(invoice: Invoice): HistoryEntry[] {
  const { paymentId, uuid, status, failureReason, createdAt, stampedAt, cancelAcceptedAt, cancelledAt } = invoice
  const { createdBy, cancelRequestedBy } = invoice
  const entry = (
    at: string | null,
    moment: 'requested' | 'stamped' | 'failed' | 'cancel_requested' | 'cancelled',
    by: string | null = null,
  ): HistoryEntry[] => {
    const reason = moment === 'failed' ? failureReason : null
    return at === null ? [] : [{ at, by, change: { kind: 'invoice', paymentId, moment, uuid, reason } }]
  }
  return [
    ...entry(createdAt, status === 'failed' ? 'failed' : 'requested', createdBy),
    ...entry(stampedAt, 'stamped'),
    ...entry(cancelAcceptedAt, 'cancel_requested', cancelRequestedBy),
    ...entry(cancelledAt, 'cancelled'),
  ]
}

function ofDelivery({ type, createdAt, finishedAt, url, status, attempts }: EventAbout): HistoryEntry[] {
  if (url === null || status === null) return []
  const host = URL.parse(url)?.host ?? url
  const change = { kind: 'webhook', event: type, host, status, attempts: attempts ?? 0 } as const
  return [{ at: finishedAt ?? createdAt, by: null, change }]
}

function ofAudit({ action, actor, at, target, details }: AuditEntry, payments: ListedPayment[]): HistoryEntry[] {
  const by = creatorOfActor(actor)
  if (action === 'payment_link.edited') {
    const { fields } = details as { fields: string[] }
    return [{ at, by, change: { kind: 'edited', fields } }]
  }
  const payment = payments.find(({ id }) => id === target)
  if (!payment) return []
  const of = { paymentId: payment.id, provider: payment.provider }
  const { reason = '' } = details as { reason?: string }
  if (action === 'checkout.released') return [{ at, by, change: { kind: 'checkout_released', reason, ...of } }]
  if (action === 'payment.asked') return [{ at, by, change: { kind: 'asked', ...of } }]
  if (action !== 'review.resolved') return []
  const { decision } = details as { decision: { kind: string } }
  return [{ at, by, change: { kind: 'review_decided', decision: decision.kind, reason, ...of } }]
}

/** What happened within one millisecond, in the order in which it can only have happened. */
const ORDER: readonly HistoryEntry['change']['kind'][] = [
  'created',
  'edited',
  'email',
  'checkout_opened',
  'checkout_released',
  'asked',
  'unpaid',
  'paid',
  'review_raised',
  'review_decided',
  'refunded',
  'invoice',
  'webhook',
  'disabled',
  'expired',
]

function newestFirst(one: HistoryEntry, other: HistoryEntry): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1
  return ORDER.indexOf(other.change.kind) - ORDER.indexOf(one.change.kind)
}
