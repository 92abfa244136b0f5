import type { Accounts } from '../accounts/accounts.repository.js'
import type { Tx } from '../database/engine.js'
import type { Email } from '../mail/email.js'
import type { MailRoutes } from '../mail/mail-routes.js'
import type { QueueEmail } from '../mail/queue-email.js'
import type { EmailChange, Side } from './email-change.js'
import type { User } from './user.js'

/** Asking a mailbox for its consent, and telling it that the change was made. */
type Step = 'ask' | 'done'

const KEY = /^email-change:(ask|done):(former|new):(\w+)$/

/** What an email is about, from the key that it carries; undefined: it is no such email. */
export function emailChangeIn({ once }: Pick<Email, 'once'>): { step: Step; side: Side; id: string } | undefined {
  const [, step, side, id] = KEY.exec(once ?? '') ?? []
  return id === undefined ? undefined : { step: step as Step, side: side as Side, id }
}

/** Mails both mailboxes of a change. */
export class EmailChangeMails {
  constructor(
    private readonly accounts: Accounts,
    private readonly queueEmail: QueueEmail,
    private readonly routes: MailRoutes,
  ) {}

  get canMail(): boolean {
    return this.routes.live !== null
  }

  /** Part of the transaction of the step. */
  async queue(tx: Tx, step: Step, { id, fromEmail, toEmail }: EmailChange, user: User): Promise<void> {
    const account = this.canMail && (await this.accounts.find(user.accountId, tx))
    if (!account) return
    const spoken = { ...account, brand: { ...account.brand, locale: user.locale ?? account.brand.locale } }
    for (const [side, to] of [
      ['former', fromEmail],
      ['new', toEmail],
    ] as const) {
      const content = {
        kind: 'security',
        livemode: true,
        to,
        about: '',
        once: `email-change:${step}:${side}:${id}`,
      } as const
      await this.queueEmail.run(tx, spoken, { ...content, ...(step === 'ask' && { subject: 'email_change' as const }) })
    }
  }
}
