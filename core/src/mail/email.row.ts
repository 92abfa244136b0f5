import { mapping, type RowOf } from '../database/mapping.js'
import type { Email, EmailMoment } from './email.js'

export const EMAIL_MOMENTS = {
  sent: 'sent_at',
  delivered: 'delivered_at',
  bounced: 'bounced_at',
  opened: 'opened_at',
  clicked: 'clicked_at',
  complained: 'complained_at',
  unsubscribed: 'unsubscribed_at',
} as const satisfies Record<EmailMoment, string>

const EMAIL = mapping<Omit<Email, 'moments'> & Email['moments']>()(
  {
    id: 'id',
    accountId: 'account_id',
    livemode: 'livemode',
    linkId: 'link_id',
    paymentId: 'payment_id',
    kind: 'kind',
    to: 'recipient',
    status: 'status',
    subject: 'subject',
    error: 'error',
    token: 'token',
    reportToken: 'report_token',
    once: 'once',
    via: 'via',
    attempts: 'attempts',
    createdAt: 'created_at',
    temporaryFailedAt: 'temporary_failed_at',
    ...EMAIL_MOMENTS,
  },
  ['livemode'],
)

/** All columns but the bodies, which are long and rarely needed, and those of the work queue. */
export type StoredEmail = RowOf<typeof EMAIL>

export interface EmailRow extends StoredEmail {
  next_attempt_at: string | null
  claimed_by: string | null
  body_text: string | null
  body_html: string | null
}

export const EMAIL_COLUMNS = EMAIL.columns

export function toEmail(row: StoredEmail): Email {
  const { sent, delivered, bounced, opened, clicked, complained, unsubscribed, ...email } = EMAIL.toFields(row)
  return { ...email, moments: { sent, delivered, bounced, opened, clicked, complained, unsubscribed } }
}

export const toEmailRow = ({ moments, ...email }: Email): StoredEmail => EMAIL.toRow({ ...email, ...moments })
