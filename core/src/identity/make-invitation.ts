import { toAuditActor } from '../audit/audit-entry.js'
import { type Clock, DAY_MS, iso, later } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { type Principal, SYSTEM } from '../kernel/principal.js'
import type { Tx } from '../database/engine.js'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { MailRoutes } from '../mail/mail-routes.js'
import type { QueueEmail } from '../mail/queue-email.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { Invitation, InvitationPurpose } from './invitation.js'
import type { Invitations } from './invitations.repository.js'
import { emailKeyOf } from './user.js'

const VALID_MS: Record<InvitationPurpose, number> = { setup: DAY_MS, invitation: 7 * DAY_MS, reset: DAY_MS }

export type NewInvitation = Pick<Invitation, 'accountId' | 'purpose' | 'email' | 'role'> &
  Partial<Pick<Invitation, 'name' | 'userId' | 'clearsSecondFactor'>> & {
    /** The language of the person; null: the account's. */
    locale?: PageLocale | null
  }

const PREFIX = 'invitation:'

/** The invitation that an email carries; undefined: it is no such email. */
export const invitationIdIn = ({ once }: { once: string | null }): string | undefined =>
  once?.startsWith(PREFIX) ? once.slice(PREFIX.length) : undefined

/** Writes an invitation and, if mail can be sent, its email. */
export class MakeInvitation {
  constructor(
    private readonly invitations: Invitations,
    private readonly accounts: Accounts,
    private readonly queueEmail: QueueEmail,
    private readonly routes: MailRoutes,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Is an invitation emailed? */
  get canMail(): boolean {
    return this.routes.live !== null
  }

  /**
   * Part of `tx`. Earlier ones to the same person no longer hold. What anyone can ask for, a reset by mail, leaves one
   * that the operator made: it may do more.
   */
  async run(tx: Tx, principal: Principal, { locale = null, ...input }: NewInvitation): Promise<Invitation> {
    const now = this.clock.now()
    const { accountId, email, purpose, userId = null } = input
    const emailKey = email === null ? null : emailKeyOf(email)
    const { actor: invitedBy } = toAuditActor(principal)
    const ofUser = userId !== null && (principal === SYSTEM ? { userId, invitedBy } : { userId })
    if (ofUser) await this.invitations.withdraw(tx, ofUser, accountId, iso(now))
    else if (emailKey !== null) await this.invitations.withdraw(tx, { emailKey }, accountId, iso(now))
    const invitation: Invitation = {
      ...{ name: null, clearsSecondFactor: false },
      ...input,
      id: this.ids.next('invt'),
      userId,
      emailKey: purpose === 'reset' ? null : emailKey,
      invitedBy,
      createdAt: iso(now),
      expiresAt: iso(later(now, VALID_MS[purpose])),
      usedAt: null,
      withdrawnAt: null,
    }
    await this.invitations.insert(tx, invitation)
    if (purpose !== 'setup') await this.mail(tx, invitation, locale)
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
