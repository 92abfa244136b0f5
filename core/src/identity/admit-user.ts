import type { Tx } from '../database/engine.js'
import { type Clock, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { Random } from '../kernel/random.js'
import type { OpenedSession, OpenSession } from './open-session.js'
import type { PendingSignIns } from './pending-sign-ins.repository.js'
import { isAskedForMore, type SecondFactors } from './second-factors.js'
import type { Place } from './session.js'
import { hashToken, newToken } from './token.js'
import type { ActiveUser } from './user.js'

/** `token`: for the cookie between password and code. */
export type Admitted = { outcome: 'signed in'; opened: OpenedSession } | { outcome: 'second step'; token: string }

/** How long a person has for the second step. */
const STEP_MS = 10 * MINUTE_MS

/** What follows a right password: the session, or the question for a second factor. */
export class AdmitUser {
  constructor(
    private readonly secondFactors: SecondFactors,
    private readonly pendingSignIns: PendingSignIns,
    private readonly openSession: OpenSession,
    private readonly random: Random,
    private readonly clock: Clock,
  ) {}

  /** Call it last in the transaction. */
  async afterPassword(tx: Tx, user: ActiveUser, place: Place, isTrusted: boolean): Promise<Admitted> {
    const ways = await this.secondFactors.waysOf(user, tx)
    if (!isAskedForMore(ways) || isTrusted) {
      return { outcome: 'signed in', opened: await this.openSession.signIn(tx, user, place, { method: 'password' }) }
    }
    const token = newToken(this.random)
    const now = this.clock.now()
    await this.pendingSignIns.insert(tx, {
      ...{ tokenHash: hashToken(token), userId: user.id, accountId: user.accountId },
      ...{ createdAt: iso(now), expiresAt: iso(later(now, STEP_MS)) },
    })
    return { outcome: 'second step', token }
  }
}
