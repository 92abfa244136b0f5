import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { AccountWidePrincipal } from '../kernel/principal.js'
import { invalid, notFound } from '../kernel/problem.js'
import type { Invitation } from './invitation.js'
import type { InvitationAddresses } from './invitation-addresses.js'
import type { Invitations } from './invitations.repository.js'
import type { MakeInvitation } from './make-invitation.js'
import type { Role } from './role.js'
import { checkPerson, emailKeyOf } from './user.js'
import type { Users } from './users.repository.js'

/** An invitation and its one-time address, which opens it: shown to who invited, and mailed if mail can be sent. */
export interface MadeInvitation {
  invitation: Invitation
  address: string
  isMailed: boolean
}

/** Invites people to an account. Without a role they may look, and no more. */
export class InviteUser {
  constructor(
    private readonly users: Users,
    private readonly invitations: Invitations,
    private readonly makeInvitation: MakeInvitation,
    private readonly addresses: InvitationAddresses,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `validation_error` with the path of everything that is wrong, also if the address has a user */
  async run(
    principal: AccountWidePrincipal,
    input: { email: string; name?: string | undefined; role?: Role | undefined },
  ): Promise<MadeInvitation> {
    checkPerson(input, ['email'])
    const { accountId } = principal
    const email = input.email.trim()
    const { name = null, role = 'viewer' } = input
    return this.unitOfWork.run(async (tx) => {
      if (await this.users.findByEmail(emailKeyOf(email), tx)) throw emailTaken()
      const person = { accountId, email, name, role }
      const invitation = await this.makeInvitation.run(tx, principal, { ...person, purpose: 'invitation' })
      const details = { email, role }
      await this.auditLog.append(tx, principal, { accountId, action: 'user.invited', target: invitation.id, details })
      return { invitation, address: this.addresses.addressOf(invitation), isMailed: this.makeInvitation.canMail }
    })
  }

  /** Those that can still be accepted, newest first. */
  async list(accountId: string): Promise<Invitation[]> {
    return this.invitations.listOpen(accountId, 'invitation', iso(this.clock.now()))
  }

  /** @throws Problem `not_found`: it was accepted or withdrawn, or is none of the account's */
  async withdraw(principal: AccountWidePrincipal, id: string): Promise<void> {
    const { accountId } = principal
    await this.unitOfWork.run(async (tx) => {
      const withdrawn = await this.invitations.withdraw(tx, { id }, accountId, iso(this.clock.now()))
      if (withdrawn === 0) throw notFound('invitation')
      await this.auditLog.append(tx, principal, { accountId, action: 'user.invitation_withdrawn', target: id })
    })
  }
}

export const emailTaken = (): Error => invalid('email', 'already has a sign-in on this installation')
