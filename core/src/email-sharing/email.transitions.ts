import type { EmailStatus } from './email.js'

export type EmailTrigger =
  /** It is about to be handed to a mail server: from here on, nobody else may. */
  | 'send'
  /** Test mode: nothing leaves. */
  | 'simulate'
  /** The server took it. */
  | 'accepted'
  /** The server refused it for good, or there is no reason to send it any more. */
  | 'refused'
  /** It was certainly not taken, and may be later. */
  | 'put_off'
  /** We broke it off, and it was certainly not taken. */
  | 'given_back'
  /** Nobody knows whether it was taken. */
  | 'lost'
  /** It was seen where it was to go. */
  | 'arrived'
  | 'bounced'

/**
 * What becomes of a mail (R203). A pair that is not listed leaves it as it is. Nothing leads from `unknown` to another
 * attempt but the certain knowledge that the first one failed (I42).
 */
export const EMAIL_TRANSITIONS: Record<EmailStatus, Partial<Record<EmailTrigger, EmailStatus>>> = {
  // A server may take a mail and say that it did not: who sees it arrive keeps it from being sent again.
  queued: { send: 'sending', simulate: 'simulated', refused: 'failed', arrived: 'delivered', bounced: 'bounced' },
  sending: {
    accepted: 'sent',
    refused: 'failed',
    put_off: 'queued',
    given_back: 'queued',
    lost: 'unknown',
    // A report may be faster than we are.
    arrived: 'delivered',
    bounced: 'bounced',
  },
  // Whoever was thought dead may still tell what came of it.
  unknown: {
    accepted: 'sent',
    refused: 'failed',
    put_off: 'queued',
    given_back: 'queued',
    arrived: 'delivered',
    bounced: 'bounced',
  },
  sent: { arrived: 'delivered', bounced: 'bounced' },
  // A server that took it for another one may give it back.
  delivered: { bounced: 'bounced' },
  simulated: {},
  bounced: {},
  failed: {},
}

export const nextEmailStatus = (status: EmailStatus, trigger: EmailTrigger): EmailStatus =>
  EMAIL_TRANSITIONS[status][trigger] ?? status
