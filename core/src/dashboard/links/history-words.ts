import type { PageLocale } from '../../kernel/choose-locale.js'
import { historyEsMX, type HistoryWords } from './history-words.es-mx.js'

const historyEn: HistoryWords = {
  created: { known: (who) => `${who} created the link`, unknown: 'The link was created' },
  channels: { dashboard: 'in the dashboard', api: 'by API', mcp: 'by an agent' },
  edited: { known: (who) => `${who} edited the link`, unknown: 'The link was edited' },
  editedFields: (names) => `Changed: ${names}.`,
  fields: {
    title: 'title',
    description: 'description',
    customerEmail: 'customer’s e-mail',
    customerName: 'customer’s name',
    expiresAt: 'expiry',
    metadata: 'internal data',
    providers: 'ways to pay',
    invoiceable: 'invoice',
  },
  disabled: { known: (who) => `${who} disabled the link`, unknown: 'The link was disabled' },
  expired: 'The link expired',
  opened: 'Started to pay',
  released: { known: (who) => `${who} released the link`, unknown: 'The link was released' },
  paid: 'Payment received',
  marked: { known: (who) => `${who} marked it as paid`, unknown: 'It was marked as paid' },
  confirmedBy: (provider) => `Confirmed by ${provider}.`,
  declined: 'Payment declined',
  ended: 'Attempt without payment',
  said: (provider, message) => `${provider} says: “${message}”`,
  seePayment: 'See the payment',
  seeAttempt: 'See the attempt',
  refunded: (amount) => `${amount} refunded`,
  review: 'Needs review',
  decided: { known: (who) => `${who} reviewed the payment`, unknown: 'The payment was reviewed' },
  decisions: {
    accept: 'Accepted what came.',
    refunded: 'Said it was given back.',
    keep: 'Left it as it is.',
    failed: 'Marked it as not paid.',
    ref: 'Said which checkout it is.',
  },
  because: (reason) => `Reason: “${reason}”`,
  mails: {
    request: 'E-mail',
    reminder: 'Reminder',
    receipt: 'Receipt',
    invoice: 'E-mail with the invoice',
    alert: 'Alert',
    invitation: 'Invitation',
    reset: 'E-mail',
    security: 'Alert',
  },
  mailMoments: {
    queued: 'queued',
    failed: 'not sent',
    sent: 'sent',
    delivered: 'delivered',
    bounced: 'bounced',
    opened: 'opened',
    clicked: 'with its link opened',
    complained: 'marked as spam',
    unsubscribed: 'unsubscribed',
  },
  mailTo: (to) => `to ${to}`,
  invoices: {
    requested: 'Requested the invoice',
    stamped: 'Invoice stamped',
    failed: 'Invoice rejected',
    cancel_requested: 'Cancellation of the invoice requested',
    cancelled: 'Invoice cancelled',
  },
  folio: (uuid) => `Tax folio ${uuid}`,
  webhooks: {
    scheduled: 'Webhook not delivered yet',
    sending: 'Webhook being sent',
    delivered: 'Webhook delivered',
    exhausted: 'Webhook not delivered',
    stopped: 'Webhook stopped',
  },
  attempts: (event, attempts) => (attempts <= 1 ? `${event}.` : `${event}, after ${attempts} attempts.`),
}

const LANGUAGES: Record<PageLocale, HistoryWords> = { 'es-MX': historyEsMX, en: historyEn }

export const historyWords = (locale: PageLocale): HistoryWords => LANGUAGES[locale]

export type { HistoryWords }
