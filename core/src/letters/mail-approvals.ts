import type { Accounts } from '../accounts/accounts.repository.js'
import type { Approval } from '../agents/approval.js'
import type { ApprovalMail } from '../agents/ask-person.js'
import type { Tx } from '../database/engine.js'
import type { Users } from '../identity/users.repository.js'
import type { MailRoutes } from '../mail/mail-routes.js'
import type { QueueEmail } from '../mail/queue-email.js'
import { operationText } from '../web/messages/operations.js'
import { mayDecide, onceForApproval } from './read-approval-facts.js'

/** Mails everyone who can decide what an agent asks for, each in their language. */
export class MailApprovals implements ApprovalMail {
  constructor(
    private readonly accounts: Accounts,
    private readonly users: Users,
    private readonly queueEmail: QueueEmail,
    private readonly routes: MailRoutes,
  ) {}

  async queue(tx: Tx, approval: Approval): Promise<void> {
    const account = this.routes.live && (await this.accounts.find(approval.accountId, tx))
    if (!account) return
    for (const user of (await this.users.list(account.id, tx)).filter(mayDecide)) {
      const locale = user.locale ?? account.brand.locale
      await this.queueEmail.run(
        tx,
        { ...account, brand: { ...account.brand, locale } },
        {
          // Those who decide are people: they are really asked, in test mode too.
          ...{ kind: 'approval', livemode: true, to: user.email },
          about: operationText(locale, approval.operation),
          once: onceForApproval(approval, user),
          createdBy: approval.holder,
        },
      )
    }
  }
}
