import type { Accounts } from '../accounts/accounts.repository.js'
import type { Tx } from '../database/engine.js'
import type { Ids } from '../kernel/ids.js'
import type { Email } from '../mail/email.js'
import type { MailRoutes } from '../mail/mail-routes.js'
import type { QueueEmail } from '../mail/queue-email.js'
import type { User } from './user.js'

/** What a person should hear of, in case it was not them. */
export const SECURITY_TOPICS = [
  'password_changed',
  'password_reset',
  'passkey_added',
  'passkey_removed',
  'codes_on',
  'codes_off',
  'recovery_codes_made',
] as const

export type SecurityTopic = (typeof SECURITY_TOPICS)[number]

const PREFIX = 'security:'

/** The topic, from the key that the email carries; undefined: it is no such email. */
export const securityTopicOf = ({ once }: Pick<Email, 'once'>): SecurityTopic | undefined =>
  SECURITY_TOPICS.find((topic) => once?.startsWith(`${PREFIX}${topic}:`))

/** Emails a person that their sign-in was changed. */
export class SecurityNotices {
  constructor(
    private readonly accounts: Accounts,
    private readonly queueEmail: QueueEmail,
    private readonly routes: MailRoutes,
    private readonly ids: Ids,
  ) {}

  /** Part of the change's transaction. Without a mail server there is nothing to send. */
  async queue(tx: Tx, user: Pick<User, 'accountId' | 'email' | 'locale'>, topic: SecurityTopic): Promise<void> {
    const account = this.routes.live && (await this.accounts.find(user.accountId, tx))
    if (!account) return
    const locale = user.locale ?? account.brand.locale
    await this.queueEmail.run(
      tx,
      { ...account, brand: { ...account.brand, locale } },
      {
        // It belongs to the account, not to a mode, and is always really sent.
        ...{ kind: 'security', livemode: true, to: user.email, about: '' },
        once: `${PREFIX}${topic}:${this.ids.uuid()}`,
      },
    )
  }
}
