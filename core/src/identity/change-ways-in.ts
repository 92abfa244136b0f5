import type { Tx } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Codes } from './codes.repository.js'
import type { EndSessions } from './end-sessions.js'
import type { Invitations } from './invitations.repository.js'
import type { OpenSession } from './open-session.js'
import type { Passkeys } from './passkeys.repository.js'
import type { Place } from './session.js'
import type { User } from './user.js'

/** Takes from a person the ways in that they had. */
export class ChangeWaysIn {
  constructor(
    private readonly invitations: Invitations,
    private readonly endSessions: EndSessions,
    private readonly codes: Codes,
    private readonly passkeys: Passkeys,
    private readonly openSession: OpenSession,
    private readonly clock: Clock,
  ) {}

  /** False: another request used the reset first, or it was withdrawn. */
  useReset(tx: Tx, id: string): Promise<boolean> {
    return this.invitations.use(tx, id, iso(this.clock.now()))
  }

  /** The browser that used a reset is known, and not trusted. Returns its token. */
  rememberBrowser(tx: Tx, user: Pick<User, 'id' | 'accountId'>, place: Place): Promise<string> {
    return this.openSession.renewDevice(tx, user, place, { trust: false })
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
