import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { ChangeWaysIn } from './change-ways-in.js'
import type { Invitation } from './invitation.js'
import { actAsUser } from './open-session.js'
import type { PasswordHasher } from './password-hasher.js'
import type { ReadInvitation } from './read-invitation.js'
import type { SecurityNotices } from './security-notices.js'
import type { Place } from './session.js'
import { checkPerson } from './user.js'
import type { Users } from './users.repository.js'

/** Sets a new password by a one-time address. The second factor is still asked for at the sign-in after it. */
export class ResetPassword {
  constructor(
    private readonly readInvitation: ReadInvitation,
    private readonly users: Users,
    private readonly hasher: PasswordHasher,
    private readonly changeWaysIn: ChangeWaysIn,
    private readonly notices: SecurityNotices,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends all sessions of the user, and forgets all their browsers but this one: while a guesser empties the limits, a
   * person is let in from a known browser alone.
   *
   * @returns the token for the device cookie; undefined: the address is unknown, used, withdrawn or too old
   * @throws Problem `validation_error` on `password`; HashQueueFullError
   */
  async run(token: string, password: string, place: Place): Promise<string | undefined> {
    const reset = await this.readInvitation.find(token, 'reset')
    if (!reset) return undefined
    checkPerson({ password }, ['password'])
    const hash = await this.hasher.hash(password)
    return this.unitOfWork.run((tx) => this.apply(tx, reset, hash, place))
  }

  private async apply(
    tx: Tx,
    { id, userId, clearsSecondFactor }: Invitation,
    hash: string,
    place: Place,
  ): Promise<string | undefined> {
    const user = await this.users.lock(tx, userId ?? '')
    if (!user || !(await this.changeWaysIn.useReset(tx, id))) return undefined
    await this.users.update(tx, user.id, { password: hash, passwordChangedAt: iso(this.clock.now()) })
    await this.changeWaysIn.endAll(tx, user, { factors: clearsSecondFactor })
    const device = await this.changeWaysIn.rememberBrowser(tx, user, place)
    await this.notices.queue(tx, user, 'password_reset')
    const { accountId } = user
    const act = { accountId, action: 'user.password_reset', target: user.id, details: { clearsSecondFactor } }
    await this.auditLog.append(tx, actAsUser(user), act)
    return device
  }
}
