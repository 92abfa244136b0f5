import type { Account } from '../accounts/account.js'
import type { Tx } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { BASE36, type Random, randomText } from '../kernel/random.js'
import type { Quarantine } from '../quarantine/quarantine.js'
import type { WakeSignal } from '../work/wake-signal.js'
import { EMAIL_TOKEN_LENGTH } from './addresses.js'
import { type Email, type EmailMoment, laneOf, MAY_BE_SENT } from './email.js'
import type { Emails } from './emails.repository.js'
import { type SubjectKind, subjectOf } from './subjects.js'

export interface QueueEmailInput extends Pick<Email, 'kind' | 'livemode' | 'to'> {
  /** What the subject names after the merchant, such as the title of the link. */
  about: string
  /** Where the subject differs from the kind's. */
  subject?: SubjectKind
  linkId?: string
  paymentId?: string
  once?: string
  via?: Email['via']
  /** Who asked for it, in the form of `creatorOf`. */
  createdBy?: string
  /** The earliest moment at which its cause can have happened; default: now. */
  happenedAt?: string
}

const NONE: Record<EmailMoment, null> = {
  sent: null,
  delivered: null,
  bounced: null,
  opened: null,
  clicked: null,
  complained: null,
  unsubscribed: null,
}

/** Queues an email and wakes the sending worker. */
export class QueueEmail {
  constructor(
    private readonly emails: Emails,
    private readonly wakeSignal: WakeSignal,
    private readonly quarantine: Quarantine,
    private readonly ids: Ids,
    private readonly random: Random,
    private readonly clock: Clock,
  ) {}

  /**
   * Part of `tx`. An email whose `once` key exists is not queued again. One that may have been sent in a gap of what is known
   * here is `unknown` from the beginning.
   */
  async run(
    tx: Tx,
    { id: accountId, name, brand }: Account,
    { about, subject, happenedAt, ...input }: QueueEmailInput,
  ): Promise<Email> {
    const mayBeSent = happenedAt !== undefined && this.quarantine.mayBeAnnounced(happenedAt)
    const email: Email = {
      ...{ linkId: null, paymentId: null, once: null, via: null, createdBy: null },
      ...input,
      id: this.ids.next('eml'),
      accountId,
      status: mayBeSent ? 'unknown' : 'queued',
      subject: subjectOf(subject ?? input.kind, brand.locale, name, about),
      error: mayBeSent ? MAY_BE_SENT : null,
      token: randomText(this.random, BASE36, EMAIL_TOKEN_LENGTH),
      reportToken: randomText(this.random, BASE36, EMAIL_TOKEN_LENGTH),
      attempts: 0,
      createdAt: iso(this.clock.now()),
      moments: NONE,
      temporaryFailedAt: null,
    }
    if ((await this.emails.insert(tx, email)) && !mayBeSent) await this.wakeSignal.notify(tx, 'emails', [laneOf(email)])
    return email
  }
}
