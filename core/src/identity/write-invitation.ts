import { toAuditActor } from '../audit/audit-entry.js'
import type { Tx } from '../database/engine.js'
import { type Clock, DAY_MS, iso, later } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { type Principal, SYSTEM } from '../kernel/principal.js'
import type { Invitation, InvitationPurpose } from './invitation.js'
import type { Invitations } from './invitations.repository.js'
import { emailKeyOf } from './user.js'

const VALID_MS: Record<InvitationPurpose, number> = { setup: DAY_MS, invitation: 7 * DAY_MS, reset: DAY_MS }

export type NewInvitation = Pick<Invitation, 'accountId' | 'purpose' | 'email' | 'role'> &
  Partial<Pick<Invitation, 'name' | 'userId' | 'clearsSecondFactor'>>

/** Writes an invitation, without its email. */
export class WriteInvitation {
  constructor(
    private readonly invitations: Invitations,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Part of `tx`. Earlier ones to the same person no longer hold. What anyone can ask for, a reset by mail, leaves one
   * that the operator made: it may do more.
   */
  async run(tx: Tx, principal: Principal, input: NewInvitation): Promise<Invitation> {
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
    return invitation
  }
}
