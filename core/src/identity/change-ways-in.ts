import type { Tx } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Codes } from './codes.repository.js'
import type { EndSessions } from './end-sessions.js'
import type { Invitations } from './invitations.repository.js'
import type { Passkeys } from './passkeys.repository.js'
import type { User } from './user.js'

/** What a person's former ways in no longer open. */
export class ChangeWaysIn {
  constructor(
    private readonly invitations: Invitations,
    private readonly endSessions: EndSessions,
    private readonly codes: Codes,
    private readonly passkeys: Passkeys,
    private readonly clock: Clock,
  ) {}

  /** False: another request used the reset first, or it was withdrawn. */
  useReset(tx: Tx, id: string): Promise<boolean> {
    return this.invitations.use(tx, id, iso(this.clock.now()))
  }

  /** Ends sessions and resets. `factors`: passkeys and codes as well. */
  async endAll(tx: Tx, user: Pick<User, 'id' | 'accountId'>, { factors }: { factors: boolean }): Promise<void> {
    await this.endSessions.ofUser(tx, user)
    if (!factors) return
    await this.passkeys.removeAllOf(tx, user.id)
    await this.codes.removeTotp(tx, user.id)
    await this.codes.removeRecoveryCodes(tx, user.id)
  }
}
