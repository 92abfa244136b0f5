import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type AccountWidePrincipal, type Principal, SYSTEM } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import type { Invitation } from './invitation.js'
import type { InvitationAddresses } from './invitation-addresses.js'
import type { MadeInvitation } from './invite-user.js'
import type { MakeInvitation } from './make-invitation.js'
import type { Place } from './session.js'
import { addressBucket, resetBuckets } from './sign-in-buckets.js'
import type { SignInLimits } from './sign-in-limits.repository.js'
import { type ActiveUser, emailKeyOf } from './user.js'
import type { Users } from './users.repository.js'

/** One-time addresses where a person sets a new password: mailed to them, or made by the operator or an owner. */
export class RequestReset {
  constructor(
    private readonly users: Users,
    private readonly makeInvitation: MakeInvitation,
    private readonly addresses: InvitationAddresses,
    private readonly limits: SignInLimits,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** False: no mail can be sent, and only the operator can help. */
  get canMail(): boolean {
    return this.makeInvitation.canMail
  }

  /**
   * Returns the same for every address, in a few milliseconds more where there is a user: the page answers later than
   * either. The result is the seconds to wait if this client asked too often; 0: it was asked.
   */
  async byMail(email: string, place: Place): Promise<number> {
    const emailKey = emailKeyOf(email).replaceAll('\0', '')
    return this.unitOfWork.run(async (tx) => {
      const seconds = await this.limits.takeIn(tx, [addressBucket(place)])
      if (seconds > 0) return seconds
      // Too many to one address are left out without a word: a message would reveal that it has a user.
      const isTooOften = (await this.limits.takeIn(tx, resetBuckets(emailKey))) > 0
      const user = await this.users.findByEmail(emailKey, tx)
      if (user && !isTooOften && this.canMail) await this.make(tx, SYSTEM, user, false)
      return 0
    })
  }

  /**
   * For a person of the account, by the operator or an owner: they hand the address over where no mail can be sent.
   *
   * @param clearsSecondFactor for a person who lost it: passkeys and codes are removed with the old password
   * @throws Problem `not_found`: the account has no such user
   */
  async forMember(
    principal: AccountWidePrincipal,
    email: string,
    { clearsSecondFactor }: Pick<Invitation, 'clearsSecondFactor'>,
  ): Promise<MadeInvitation> {
    return this.unitOfWork.run(async (tx) => {
      const user = await this.users.findByEmail(emailKeyOf(email), tx)
      if (user?.accountId !== principal.accountId) throw notFound('user')
      const invitation = await this.make(tx, principal, user, clearsSecondFactor)
      return { invitation, address: this.addresses.addressOf(invitation), isMailed: this.canMail }
    })
  }

  private async make(
    tx: Tx,
    principal: Principal,
    { id: userId, accountId, email, role, locale }: ActiveUser,
    clearsSecondFactor: boolean,
  ): Promise<Invitation> {
    const input = { purpose: 'reset', userId, accountId, email, role, locale, clearsSecondFactor } as const
    const invitation = await this.makeInvitation.run(tx, principal, input)
    const act = { accountId, action: 'user.reset_requested', target: userId, details: { clearsSecondFactor } }
    await this.auditLog.append(tx, principal, act)
    return invitation
  }
}
