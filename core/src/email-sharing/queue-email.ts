import type { Account } from '../accounts/account.js'
import type { Tx } from '../database/engine.js'
import type { Bell } from '../jobs/bell.js'
import type { Email } from './email.js'
import type { Emails } from './emails.repository.js'
import { subjectOf } from './letters/subjects.js'
import type { EmailWish, NewEmails } from './new-email.js'

export interface QueuedWish extends Omit<EmailWish, 'accountId' | 'subject'> {
  /** What its subject says that it is about, after whose it is. */
  about: string
}

/** Writes a mail down, and wakes whoever sends it. */
export class QueueEmail {
  constructor(
    private readonly emails: Emails,
    private readonly newEmails: NewEmails,
    private readonly bell: Bell,
  ) {}

  /** Part of `tx`. What is mailed once only, and was written before, is not written again. */
  async run(tx: Tx, { id, name, brand }: Account, { about, ...wish }: QueuedWish): Promise<Email> {
    const subject = subjectOf(wish.kind, brand.locale, name, about)
    const email = this.newEmails.make({ ...wish, accountId: id, subject })
    if (await this.emails.insert(tx, email)) await this.bell.ring(tx, 'emails')
    return email
  }
}
