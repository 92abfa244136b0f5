import type { Tx } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Devices } from './devices.repository.js'
import type { EmailChanges } from './email-changes.repository.js'
import type { Invitations } from './invitations.repository.js'
import type { PendingSignIns } from './pending-sign-ins.repository.js'
import type { Sessions } from './sessions.repository.js'
import type { User } from './user.js'

/** Ends everything that a former way in has opened. */
export class EndSessions {
  constructor(
    private readonly sessions: Sessions,
    private readonly pendingSignIns: PendingSignIns,
    private readonly devices: Devices,
    private readonly invitations: Invitations,
    private readonly emailChanges: EmailChanges,
    private readonly clock: Clock,
  ) {}

  /**
   * Sessions, sign-ins under way, known browsers, open resets, and a change of the email address that is pending. Part of
   * the transaction of the change.
   */
  async ofUser(tx: Tx, { id, accountId }: Pick<User, 'id' | 'accountId'>, { except = '' } = {}): Promise<void> {
    const now = iso(this.clock.now())
    await this.sessions.endAllOf(tx, id, now, except)
    await this.pendingSignIns.deleteAllOf(tx, id)
    await this.devices.forgetAllOf(tx, id)
    await this.invitations.withdraw(tx, { userId: id }, accountId, now)
    await this.emailChanges.withdrawAllOf(tx, id, now)
  }
}
