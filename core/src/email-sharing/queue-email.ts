import type { Account } from '../accounts/account.js'
import type { Tx } from '../database/engine.js'
import type { Bell } from '../jobs/bell.js'
import type { Email } from './email.js'
import type { Emails } from './emails.repository.js'
import { subjectOf } from './letters/subjects.js'
import type { EmailWish, NewEmails } from './new-email.js'

export interface QueuedWish extends Omit<EmailWish, 'accountId' | 'subject'> {
  /** What the subject names after the merchant, such as the title of the link. */
  about: string
}

/** Queues a mail and wakes the sending worker. */
export class QueueEmail {
  constructor(
    private readonly emails: Emails,
    private readonly newEmails: NewEmails,
    private readonly bell: Bell,
  ) {}

  /** Part of `tx`. A mail whose `once` key exists is not queued again. */
  async run(tx: Tx, { id, name, brand }: Account, { about, ...input }: QueuedWish): Promise<Email> {
    const subject = subjectOf(input.kind, brand.locale, name, about)
    const email = this.newEmails.make({ ...input, accountId: id, subject })
    if (await this.emails.insert(tx, email)) await this.bell.ring(tx, 'emails')
    return email
  }
}
