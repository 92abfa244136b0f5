import type { Clock } from '../kernel/clock.js'
import { type Invitation, type InvitationPurpose, isOpen } from './invitation.js'
import type { InvitationAddresses } from './invitation-addresses.js'
import type { Invitations } from './invitations.repository.js'

/** Finds what a one-time address is for. */
export class ReadInvitation {
  constructor(
    private readonly invitations: Invitations,
    private readonly addresses: InvitationAddresses,
    private readonly clock: Clock,
  ) {}

  /** Undefined: the address is unknown, used, withdrawn or too old. */
  async find(token: string, purpose: InvitationPurpose): Promise<Invitation | undefined> {
    const id = this.addresses.idIn(token)
    const invitation = id === undefined ? undefined : await this.invitations.find(id)
    return invitation?.purpose === purpose && isOpen(invitation, this.clock.now()) ? invitation : undefined
  }
}
