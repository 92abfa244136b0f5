import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { Tx } from '../database/engine.js'
import { lockInstance } from '../database/instance.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import { SYSTEM } from '../kernel/principal.js'
import type { Invitation } from './invitation.js'
import type { InvitationAddresses } from './invitation-addresses.js'
import type { Invitations } from './invitations.repository.js'
import type { Users } from './users.repository.js'
import type { WriteInvitation } from './write-invitation.js'

/** The one-time address where the first owner of an installation sets it up. */
export class SetUpAddress {
  constructor(
    private readonly users: Users,
    private readonly accounts: Accounts,
    private readonly invitations: Invitations,
    private readonly writeInvitation: WriteInvitation,
    private readonly addresses: InvitationAddresses,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** The one that is still valid, else a new one; null: the installation was set up, or has no account yet. */
  async find(): Promise<string | null> {
    const [account] = await this.accounts.list()
    if (!account || (await this.users.hasOwner())) return null
    const { id: accountId } = account
    const openOne = async (on?: Tx): Promise<Invitation | undefined> =>
      (await this.invitations.listOpen(accountId, 'setup', iso(this.clock.now()), on))[0]
    const open = await openOne()
    if (open) return this.addresses.addressOf(open)
    return this.unitOfWork.run(async (tx) => {
      // Of processes that start at once, one makes it.
      await lockInstance(tx)
      const made = await openOne(tx)
      if (made) return this.addresses.addressOf(made)
      const owner = { accountId, purpose: 'setup', email: null, role: 'owner' } as const
      const invitation = await this.writeInvitation.run(tx, SYSTEM, owner)
      await this.auditLog.append(tx, SYSTEM, { accountId, action: 'account.set_up_offered', target: invitation.id })
      return this.addresses.addressOf(invitation)
    })
  }
}
