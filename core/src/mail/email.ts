import type { EmailAddress, Timestamp } from '../contract/fields.js'
import type { Scope } from '../kernel/principal.js'
import type { Claimed } from '../work/claim.js'

/**
 * - `request`: a payment link, mailed at the merchant's request.
 * - `reminder`: the same link again, before it expires.
 * - `receipt`: of a payment, to its customer.
 * - `invoice`: a stamped invoice, to its receiver.
 * - `alert`: to the merchant.
 * - `sheet`: to the merchant's accountant, that a month's sheet is ready.
 * - `approval`: to those who decide about what an agent asks for.
 * - `invitation`, `reset`, `security`: to a person of the merchant's, about their sign-in.
 */
export type EmailKind =
  'request' | 'reminder' | 'receipt' | 'invoice' | 'alert' | 'sheet' | 'approval' | 'invitation' | 'reset' | 'security'

/** To the merchant's customers: they can unsubscribe, and answer to the merchant. */
export const isToCustomer = (kind: EmailKind): boolean => ['request', 'reminder', 'receipt', 'invoice'].includes(kind)

/** A live invoice is sent by the mail server or, if none is configured, by its invoicing provider. */
export type EmailVia = 'smtp' | 'provider'

/** The error of an email that is `unknown` because of a restored backup. */
export const MAY_BE_SENT = 'Not sent: the database was restored, and this email may have been sent before.'

export type EmailStatus = 'queued' | 'sending' | 'unknown' | 'simulated' | 'sent' | 'delivered' | 'bounced' | 'failed'

/** Events in the life of a mail, each with its time. */
export type EmailMoment = 'sent' | 'delivered' | 'bounced' | 'opened' | 'clicked' | 'complained' | 'unsubscribed'

/** One mail to one address, and its delivery. */
export interface Email extends Scope {
  id: string
  kind: EmailKind
  linkId: string | null
  paymentId: string | null
  to: string
  status: EmailStatus
  subject: string
  /** Why it failed or is still waiting. */
  error: string | null
  /** Part of the URLs in the mail; identifies the mail of a click or an unsubscription. */
  token: string
  /** Part of the envelope sender and the Message-ID, never of a URL; identifies the mail of a report. */
  reportToken: string
  /** Unique key of what may be mailed only once, such as one link's reminder to one address; null: no limit. */
  once: string | null
  /** What sends it; null: the mail server, or nothing (simulated). */
  via: EmailVia | null
  /** Attempts to hand it to a mail server so far. */
  attempts: number
  createdAt: string
  /** Who asked for it, in the form of `creatorOf`; null: it is sent by itself. */
  createdBy: string | null
  moments: Record<EmailMoment, string | null>
  temporaryFailedAt: string | null
}

/** A mail that this worker holds. */
export type ClaimedEmail = Email & Claimed

/** An account's live mail, that of its invoicing provider, and its test mail, which nothing sends: each has its turn. */
export const laneOf = ({ accountId, livemode, via }: Pick<Email, 'accountId' | 'livemode' | 'via'>): string =>
  `${!livemode ? 'test' : via === 'provider' ? 'provider' : 'smtp'}:${accountId}`

/** What a slow or hanging sender holds up: one mail server sends for all accounts, a provider for one. */
export const serverOf = (lane: string): string => (lane.startsWith('smtp:') ? 'mail server' : lane)

/** A mail that the service sent or will send. `queued` is no proof of delivery. */
export interface EmailDeliveryView {
  id: string
  linkId: string | null
  to: EmailAddress
  livemode: boolean
  status: EmailStatus
  subject: string
  /** Why it failed or is still waiting. */
  error: string | null
  createdAt: Timestamp
  sentAt: Timestamp | null
  deliveredAt: Timestamp | null
  bouncedAt: Timestamp | null
  openedAt: Timestamp | null
  clickedAt: Timestamp | null
  complainedAt: Timestamp | null
  unsubscribedAt: Timestamp | null
  temporaryFailedAt: Timestamp | null
}

export function toEmailView(email: Email): EmailDeliveryView {
  const { id, linkId, to, livemode, status, subject, error, createdAt, moments, temporaryFailedAt } = email
  return {
    id,
    linkId,
    to,
    livemode,
    status,
    subject,
    error,
    createdAt,
    sentAt: moments.sent,
    deliveredAt: moments.delivered,
    bouncedAt: moments.bounced,
    openedAt: moments.opened,
    clickedAt: moments.clicked,
    complainedAt: moments.complained,
    unsubscribedAt: moments.unsubscribed,
    temporaryFailedAt,
  }
}
