import type { Principal } from '../kernel/principal.js'
import type { Tx } from '../database/engine.js'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { MailRoutes } from '../mail/mail-routes.js'
import type { QueueEmail } from '../mail/queue-email.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { Invitation } from './invitation.js'
import type { NewInvitation, WriteInvitation } from './write-invitation.js'

const PREFIX = 'invitation:'

/** The invitation that an email carries; undefined: it is no such email. */
export const invitationIdIn = ({ once }: { once: string | null }): string | undefined =>
  once?.startsWith(PREFIX) ? once.slice(PREFIX.length) : undefined

/** Writes an invitation and, if mail can be sent, its email. */
export class MakeInvitation {
  constructor(
    private readonly writeInvitation: WriteInvitation,
    private readonly accounts: Accounts,
    private readonly queueEmail: QueueEmail,
    private readonly routes: MailRoutes,
  ) {}

  /** Is an invitation emailed? */
  get canMail(): boolean {
    return this.routes.live !== null
  }

  /**
   * Part of `tx`.
   *
   * @param input `locale`: the language of the person; null: the account's
   */
  async run(
    tx: Tx,
    principal: Principal,
    { locale = null, ...input }: NewInvitation & { locale?: PageLocale | null },
  ): Promise<Invitation> {
    const invitation = await this.writeInvitation.run(tx, principal, input)
    await this.mail(tx, invitation, locale)
    return invitation
  }

  private async mail(tx: Tx, { id, accountId, purpose, email }: Invitation, locale: PageLocale | null): Promise<void> {
    const account = this.canMail && email !== null && (await this.accounts.find(accountId, tx))
    if (!account) return
    const brand = { ...account.brand, locale: locale ?? account.brand.locale }
    const kind = purpose === 'reset' ? 'reset' : 'invitation'
    const content = { kind, to: email, about: '', livemode: true, once: `${PREFIX}${id}` } as const
    await this.queueEmail.run(tx, { ...account, brand }, content)
  }
}
