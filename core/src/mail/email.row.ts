import type { Email, EmailKind, EmailMoment, EmailStatus, EmailVia } from './email.js'

export interface EmailRow {
  id: string
  account_id: string
  livemode: boolean | number
  link_id: string | null
  payment_id: string | null
  kind: EmailKind
  recipient: string
  status: EmailStatus
  subject: string
  error: string | null
  token: string
  report_token: string
  once: string | null
  via: EmailVia | null
  attempts: number
  next_attempt_at: string | null
  claimed_by: string | null
  body_text: string | null
  body_html: string | null
  created_at: string
  sent_at: string | null
  delivered_at: string | null
  bounced_at: string | null
  opened_at: string | null
  clicked_at: string | null
  complained_at: string | null
  unsubscribed_at: string | null
  temporary_failed_at: string | null
}

/** All columns but the bodies, which are long and rarely needed. */
export const EMAIL_COLUMNS = [
  'id',
  'account_id',
  'livemode',
  'link_id',
  'payment_id',
  'kind',
  'recipient',
  'status',
  'subject',
  'error',
  'token',
  'report_token',
  'once',
  'via',
  'attempts',
  'created_at',
  'sent_at',
  'delivered_at',
  'bounced_at',
  'opened_at',
  'clicked_at',
  'complained_at',
  'unsubscribed_at',
  'temporary_failed_at',
] as const satisfies readonly (keyof EmailRow)[]

export const EMAIL_MOMENTS = {
  sent: 'sent_at',
  delivered: 'delivered_at',
  bounced: 'bounced_at',
  opened: 'opened_at',
  clicked: 'clicked_at',
  complained: 'complained_at',
  unsubscribed: 'unsubscribed_at',
} as const satisfies Record<EmailMoment, keyof EmailRow>

export type ShownEmailRow = Pick<EmailRow, (typeof EMAIL_COLUMNS)[number]>

export const toEmail = (row: ShownEmailRow): Email => ({
  id: row.id,
  accountId: row.account_id,
  livemode: Boolean(row.livemode),
  kind: row.kind,
  linkId: row.link_id,
  paymentId: row.payment_id,
  to: row.recipient,
  status: row.status,
  subject: row.subject,
  error: row.error,
  token: row.token,
  reportToken: row.report_token,
  once: row.once,
  via: row.via,
  attempts: row.attempts,
  createdAt: row.created_at,
  moments: {
    sent: row.sent_at,
    delivered: row.delivered_at,
    bounced: row.bounced_at,
    opened: row.opened_at,
    clicked: row.clicked_at,
    complained: row.complained_at,
    unsubscribed: row.unsubscribed_at,
  },
  temporaryFailedAt: row.temporary_failed_at,
})

export const toEmailRow = (email: Email): ShownEmailRow => ({
  id: email.id,
  account_id: email.accountId,
  livemode: email.livemode,
  link_id: email.linkId,
  payment_id: email.paymentId,
  kind: email.kind,
  recipient: email.to,
  status: email.status,
  subject: email.subject,
  error: email.error,
  token: email.token,
  report_token: email.reportToken,
  once: email.once,
  via: email.via,
  attempts: email.attempts,
  created_at: email.createdAt,
  sent_at: email.moments.sent,
  delivered_at: email.moments.delivered,
  bounced_at: email.moments.bounced,
  opened_at: email.moments.opened,
  clicked_at: email.moments.clicked,
  complained_at: email.moments.complained,
  unsubscribed_at: email.moments.unsubscribed,
  temporary_failed_at: email.temporaryFailedAt,
})
