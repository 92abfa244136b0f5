import type { Scope } from '../kernel/caller.js'
import type { EmailAddress, Timestamp } from '../kernel/contract.js'

/**
 * - `request`: a link, because somebody asked for it to be mailed.
 * - `reminder`: the same link again, before it expires.
 * - `receipt`: to whoever paid.
 * - `invoice`: a stamped one, to whom it is made out.
 * - `alert`: to the merchant.
 */
export type EmailKind = 'request' | 'reminder' | 'receipt' | 'invoice' | 'alert'

/** A live invoice goes by the mail server, or, where none is set up, its invoicing provider sends it. */
export type EmailWay = 'smtp' | 'provider'

export type EmailStatus = 'queued' | 'sending' | 'unknown' | 'simulated' | 'sent' | 'delivered' | 'bounced' | 'failed'

/** What can become known of a mail after it was written, each with its time. */
export type EmailMoment = 'sent' | 'delivered' | 'bounced' | 'opened' | 'clicked' | 'complained' | 'unsubscribed'

/** One mail to one person, and what became of it. */
export interface Email extends Scope {
  id: string
  kind: EmailKind
  linkId: string | null
  paymentId: string | null
  to: string
  status: EmailStatus
  subject: string
  /** Why it failed, or has not been sent yet. */
  error: string | null
  /** In the addresses that the mail shows: by it a click and an unsubscription are known to be about this one. */
  token: string
  /** In its envelope and its id, and not in what customers pass on: by it another server's report is. */
  reportToken: string
  /** Names what is mailed once only, like the reminder of a link to somebody; null: as often as it is asked for. */
  once: string | null
  /** Which way it goes; null: by the mail server, or it is only simulated. */
  via: EmailWay | null
  /** How often it was handed to a mail server. */
  attempts: number
  createdAt: string
  moments: Record<EmailMoment, string | null>
  temporaryFailedAt: string | null
}

/** A mail that the service sent, or will. `queued` is no proof of delivery. */
export interface EmailDeliveryView {
  id: string
  linkId: string | null
  to: EmailAddress
  livemode: boolean
  status: EmailStatus
  subject: string
  /** Why it failed, or has not been sent yet. */
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
