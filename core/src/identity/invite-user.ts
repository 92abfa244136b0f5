import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { fingerprint } from '../idempotency/fingerprint.js'
import type { RunOnce } from '../idempotency/run-once.js'
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
    private readonly runOnce: RunOnce,
  ) {}

  /**
   * @param key the idempotency key of a form: sent twice, it invites once
   * @throws Problem `validation_error` with the path of everything that is wrong, also if the address has a user;
   *   `idempotency_key_reuse`
   */
  async run(
    principal: AccountWidePrincipal,
    input: { email: string; name?: string | undefined; role?: Role | undefined },
    key?: string,
  ): Promise<MadeInvitation> {
    checkPerson(input, ['email'])
    const { accountId } = principal
    const person = { email: input.email.trim(), name: input.name ?? null, role: input.role ?? 'viewer' }
    const request = {
      // A person is invited to both modes; keys are kept by mode.
      scope: { accountId, livemode: true },
      ...{ key, operation: 'invite', fingerprint: fingerprint('invite', null, person) },
    }
    const { body } = await this.runOnce.inOneTransaction(request, 200, (tx) => this.make(tx, principal, person))
    return this.made(body)
  }

  /**
   * A new address, valid for as long as a first one, in place of an invitation that was not accepted yet.
   *
   * @throws Problem `not_found`: it was accepted, withdrawn or is too old, or is none of the account's; `validation_error`
   */
  async again(principal: AccountWidePrincipal, id: string): Promise<MadeInvitation> {
    const former = (await this.list(principal.accountId)).find((open) => open.id === id)
    if (!former) throw notFound('invitation')
    const { email, name, role } = former
    return this.made(
      await this.unitOfWork.run(async (tx) => {
        // Of two requests at once one finds it withdrawn.
        const withdrawn = await this.invitations.withdraw(tx, { id }, principal.accountId, iso(this.clock.now()))
        if (withdrawn === 0) throw notFound('invitation')
        return this.make(tx, principal, { email: email ?? '', name, role })
      }),
    )
  }

  private async make(
    tx: Tx,
    principal: AccountWidePrincipal,
    person: Pick<Invitation, 'name' | 'role'> & { email: string },
  ): Promise<Invitation> {
    const { accountId } = principal
    const { email, role } = person
    if (await this.users.findByEmail(emailKeyOf(email), tx)) throw emailTaken()
    const input = { accountId, ...person, purpose: 'invitation' } as const
    const invitation = await this.makeInvitation.run(tx, principal, input)
    const act = { accountId, action: 'user.invited', target: invitation.id, details: { email, role } }
    await this.auditLog.append(tx, principal, act)
    return invitation
  }

  private made(invitation: Invitation): MadeInvitation {
    return { invitation, address: this.addresses.addressOf(invitation), isMailed: this.makeInvitation.canMail }
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
