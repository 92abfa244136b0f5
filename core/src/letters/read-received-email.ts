import type { Account } from '../accounts/account.js'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { Generation } from '../database/generation.js'
import type { MailAddresses } from '../mail/addresses.js'
import type { Email } from '../mail/email.js'
import type { Emails } from '../mail/emails.repository.js'
import type { Suppressions } from '../mail/suppressions.repository.js'

export interface ReceivedEmail {
  email: Email
  account: Account
}

/** An email, for the person who received it and follows its unsubscribe link. */
export class ReadReceivedEmail {
  constructor(
    private readonly emails: Emails,
    private readonly accounts: Accounts,
    private readonly suppressions: Suppressions,
    private readonly addresses: MailAddresses,
    private readonly generation: Generation,
  ) {}

  /** Undefined: no such email, or not signed by us. @param signature of the link */
  async run(token: string, signature: unknown): Promise<ReceivedEmail | undefined> {
    if (!this.addresses.isUnsubscribeMac(token, signature)) return undefined
    await this.generation.refresh()
    const email = await this.emails.findByToken(token)
    const account = email && (await this.accounts.find(email.accountId))
    return email && account && { email, account }
  }

  async isUnsubscribed(email: Email): Promise<boolean> {
    return (await this.suppressions.reasonFor(email, email.to)) !== null
  }
}
