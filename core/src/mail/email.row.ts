import { Columns, type RowOf } from '../database/columns.js'
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

type Fields = Omit<Email, 'moments'> & Email['moments']

const RENAMED = { to: 'recipient', ...EMAIL_MOMENTS } as const

const EMAIL = Columns.of<Fields, typeof RENAMED>(
  {
    id: 'text',
    accountId: 'text',
    livemode: 'boolean',
    linkId: 'text',
    paymentId: 'text',
    kind: 'text',
    to: 'text',
    status: 'text',
    subject: 'text',
    error: 'text',
    token: 'text',
    reportToken: 'text',
    once: 'text',
    via: 'text',
    attempts: 'int',
    createdAt: 'timestamptz',
    createdBy: 'text',
    temporaryFailedAt: 'timestamptz',
    sent: 'timestamptz',
    delivered: 'timestamptz',
    bounced: 'timestamptz',
    opened: 'timestamptz',
    clicked: 'timestamptz',
    complained: 'timestamptz',
    unsubscribed: 'timestamptz',
  },
  RENAMED,
)

/** All columns but the bodies, which are long and rarely needed, and those of the work queue. */
export type StoredEmail = RowOf<Fields, typeof RENAMED>

export interface EmailRow extends StoredEmail {
  next_attempt_at: string | null
  claimed_by: string | null
  body_text: string | null
  body_html: string | null
}

export const EMAIL_COLUMNS = EMAIL.names

export function toEmail(row: StoredEmail): Email {
  const { sent, delivered, bounced, opened, clicked, complained, unsubscribed, ...email } = EMAIL.fromRow(row)
  return { ...email, moments: { sent, delivered, bounced, opened, clicked, complained, unsubscribed } }
}

export const toEmailRow = ({ moments, ...email }: Email): StoredEmail => EMAIL.toRow({ ...email, ...moments })
