import type { Account } from '../accounts/account.js'
import type { Tx } from '../database/engine.js'
import type { WakeSignal } from '../work/wake-signal.js'
import { type Email, laneOf } from './email.js'
import type { Emails } from './emails.repository.js'
import { subjectOf } from './subjects.js'
import type { EmailInput, EmailFactory } from './email-factory.js'

export interface QueueEmailInput extends Omit<EmailInput, 'accountId' | 'subject'> {
  /** What the subject names after the merchant, such as the title of the link. */
  about: string
}

/** Queues a mail and wakes the sending worker. */
export class QueueEmail {
  constructor(
    private readonly emails: Emails,
    private readonly newEmails: EmailFactory,
    private readonly wakeSignal: WakeSignal,
  ) {}

  /** Part of `tx`. A mail whose `once` key exists is not queued again. */
  async run(tx: Tx, { id, name, brand }: Account, { about, ...input }: QueueEmailInput): Promise<Email> {
    const subject = subjectOf(input.kind, brand.locale, name, about)
    const email = this.newEmails.make({ ...input, accountId: id, subject })
    if (await this.emails.insert(tx, email)) await this.wakeSignal.notify(tx, 'emails', [laneOf(email)])
    return email
  }
}
