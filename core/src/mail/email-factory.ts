import type { Scope } from '../kernel/principal.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { BASE36, type Random, randomText } from '../kernel/random.js'
import type { Email, EmailKind } from './email.js'

/** 129 bits, in an alphabet that survives mail servers that change case. */
const TOKEN_LENGTH = 25
export const EMAIL_TOKEN = `[0-9a-z]{${TOKEN_LENGTH}}`

export interface EmailInput extends Scope {
  kind: EmailKind
  to: string
  subject: string
  linkId?: string
  paymentId?: string
  once?: string
  via?: Email['via']
}

/** Builds mails, ready to be queued. */
export class EmailFactory {
  constructor(
    private readonly ids: Ids,
    private readonly random: Random,
    private readonly clock: Clock,
  ) {}

  make({ accountId, livemode, kind, to, subject, linkId, paymentId, once, via }: EmailInput): Email {
    return {
      id: this.ids.next('eml'),
      accountId,
      livemode,
      kind,
      linkId: linkId ?? null,
      paymentId: paymentId ?? null,
      to,
      status: 'queued',
      subject,
      error: null,
      token: randomText(this.random, BASE36, TOKEN_LENGTH),
      reportToken: randomText(this.random, BASE36, TOKEN_LENGTH),
      once: once ?? null,
      via: via ?? null,
      attempts: 0,
      createdAt: iso(this.clock.now()),
      moments: {
        sent: null,
        delivered: null,
        bounced: null,
        opened: null,
        clicked: null,
        complained: null,
        unsubscribed: null,
      },
      temporaryFailedAt: null,
    }
  }
}
