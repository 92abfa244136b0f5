import type { Clock } from '../kernel/clock.js'
import { type Invitation, type InvitationPurpose, isOpen, newUserIdOf } from './invitation.js'
import type { InvitationAddresses } from './invitation-addresses.js'
import type { Invitations } from './invitations.repository.js'
import type { Users } from './users.repository.js'

/** Finds what a one-time address is for. */
export class ReadInvitation {
  constructor(
    private readonly users: Users,
    private readonly invitations: Invitations,
    private readonly addresses: InvitationAddresses,
    private readonly clock: Clock,
  ) {}

  /** Undefined: the address is unknown, used, withdrawn or too old; or it is of the set-up, and that was done. */
  async find(token: string, purpose: InvitationPurpose): Promise<Invitation | undefined> {
    const id = this.addresses.idIn(token)
    const invitation = id === undefined ? undefined : await this.invitations.find(id)
    if (invitation?.purpose !== purpose || !isOpen(invitation, this.clock.now())) return undefined
    return purpose === 'setup' && (await this.users.hasOwner()) ? undefined : invitation
  }

  /** The user that accepting it has made, or would make; undefined: the address is none of ours. */
  newUserIdOf(token: string): string | undefined {
    const id = this.addresses.idIn(token)
    return id === undefined ? undefined : newUserIdOf({ id })
  }
}
