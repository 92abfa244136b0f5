import type { EmailKind, EmailMoment } from '../mail/email.js'
import type { Channel } from '../payment-links/payment-link.js'
import type { Card } from '../payments/method-detail.js'
import type { Decline } from '../payments/decline.js'
import type { Payment, ReviewReason } from '../payments/payment.js'

interface OfPayment {
  paymentId: string
  provider: string
}

/** What happened. */
export type LinkChange =
  | { kind: 'created'; channel: Channel }
  | { kind: 'edited'; fields: string[] }
  | { kind: 'disabled' }
  | { kind: 'expired' }
  | ({ kind: 'checkout_opened' } & OfPayment)
  | ({ kind: 'checkout_released'; reason: string } & OfPayment)
  | ({
      kind: 'paid'
      amountCentavos: number
      currency: string
      method: Payment['method']
      card: Card | null
    } & OfPayment)
  | ({ kind: 'asked' } & OfPayment)
  | ({ kind: 'unpaid'; isDeclined: boolean; decline: Decline | null } & OfPayment)
  | ({ kind: 'refunded'; amountCentavos: number; currency: string } & OfPayment)
  | ({ kind: 'review_raised'; reason: ReviewReason } & OfPayment)
  | ({ kind: 'review_decided'; decision: string; reason: string } & OfPayment)
  | { kind: 'email'; email: EmailKind; to: string; moment: 'queued' | 'failed' | EmailMoment; error: string | null }
  | {
      kind: 'invoice'
      paymentId: string
      moment: 'requested' | 'stamped' | 'failed' | 'cancel_requested' | 'cancelled'
      uuid: string | null
      reason: string | null
    }
  | {
      kind: 'webhook'
      event: string
      host: string
      status: 'scheduled' | 'sending' | 'delivered' | 'exhausted' | 'stopped'
      attempts: number
    }

export interface HistoryEntry {
  at: string
  /** In the form of `creatorOf`, or `PAYER`; null: the payer, the provider or the service, or not known. */
  by: string | null
  change: LinkChange
}

/** Newest first. */
export interface LinkHistory {
  entries: HistoryEntry[]
  /** There is more than is shown. */
  isCut: boolean
}
