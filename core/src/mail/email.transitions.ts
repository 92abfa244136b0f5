import type { EmailStatus } from './email.js'

export type EmailTrigger =
  /** A worker is about to hand it to a mail server; from now on no other worker may. */
  | 'send'
  /** Test mode: nothing is sent. */
  | 'simulate'
  /** The server accepted it. */
  | 'accepted'
  /** The server rejected it permanently, or it is obsolete. */
  | 'refused'
  /** The server certainly did not accept it; retry later. */
  | 'put_off'
  /** We aborted the attempt, and the server certainly did not accept it. */
  | 'given_back'
  /** Unknown outcome: the server may have accepted it. */
  | 'lost'
  /** Proof of delivery: a report, a click, an open. */
  | 'arrived'
  | 'bounced'

/**
 * The states of an email (R203). A pair that is not listed leaves the state as it is. `unknown` is left only on proof that
 * the attempt failed or the email was delivered (I42).
 */
export const EMAIL_TRANSITIONS: Record<EmailStatus, Partial<Record<EmailTrigger, EmailStatus>>> = {
  // A server may accept an email and report failure: proof of delivery prevents a second sending.
  queued: { send: 'sending', simulate: 'simulated', refused: 'failed', arrived: 'delivered', bounced: 'bounced' },
  sending: {
    accepted: 'sent',
    refused: 'failed',
    put_off: 'queued',
    given_back: 'queued',
    lost: 'unknown',
    // A report may arrive before the result of the attempt is recorded.
    arrived: 'delivered',
    bounced: 'bounced',
  },
  // A worker that was presumed dead may still record the outcome.
  unknown: {
    accepted: 'sent',
    refused: 'failed',
    put_off: 'queued',
    given_back: 'queued',
    arrived: 'delivered',
    bounced: 'bounced',
  },
  sent: { arrived: 'delivered', bounced: 'bounced' },
  // A relay may accept an email and bounce it later.
  delivered: { bounced: 'bounced' },
  simulated: {},
  bounced: {},
  failed: {},
}

export const nextEmailStatus = (status: EmailStatus, trigger: EmailTrigger): EmailStatus =>
  EMAIL_TRANSITIONS[status][trigger] ?? status
