import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso, later } from '../kernel/clock.js'
import { actAsUser } from './open-session.js'
import { ABSOLUTE_MS, IDLE_MS, type Session } from './session.js'
import type { Sessions, StoredSession } from './sessions.repository.js'

/** One of a person's sessions, as they are shown it. */
export type OwnSession = Pick<StoredSession, 'id' | 'createdAt' | 'lastUsedAt' | 'ip' | 'userAgent'> & {
  isThisOne: boolean
}

/** A person's own sessions. */
export class OwnSessions {
  constructor(
    private readonly sessions: Sessions,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Those that are still good, the last used first. */
  async list({ id: current, user }: Session): Promise<OwnSession[]> {
    const now = this.clock.now()
    const [usedAfter, signedInAfter] = [iso(later(now, -IDLE_MS)), iso(later(now, -ABSOLUTE_MS))]
    return (await this.sessions.listOpen(user.id))
      .filter(({ lastUsedAt, signedInAt }) => lastUsedAt > usedAfter && signedInAt > signedInAfter)
      .map(({ id, createdAt, lastUsedAt, ip, userAgent }) => ({
        ...{ id, createdAt, lastUsedAt, ip, userAgent },
        isThisOne: id === current,
      }))
  }

  /** The next request with it is refused. False: there is no such session of theirs, or it has ended. */
  async revoke({ user, accountId }: Session, id: string): Promise<boolean> {
    return this.unitOfWork.run(async (tx) => {
      if (!(await this.sessions.end(tx, user.id, id, iso(this.clock.now())))) return false
      const principal = actAsUser({ id: user.id, accountId })
      await this.auditLog.append(tx, principal, { accountId, action: 'user.session_revoked', target: id })
      return true
    })
  }

  /** All but this one. */
  async revokeOthers({ id, user, accountId }: Session): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      await this.sessions.endAllOf(tx, user.id, iso(this.clock.now()), id)
      const principal = actAsUser({ id: user.id, accountId })
      await this.auditLog.append(tx, principal, { accountId, action: 'user.sessions_revoked', target: user.id })
    })
  }

  async signOut({ id, user }: Session): Promise<void> {
    await this.unitOfWork.run((tx) => this.sessions.end(tx, user.id, id, iso(this.clock.now())))
  }
}
