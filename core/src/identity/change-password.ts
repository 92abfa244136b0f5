import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import { notFound } from '../kernel/problem.js'
import type { EndSessions } from './end-sessions.js'
import { actAsUser, type OpenedSession, type OpenSession } from './open-session.js'
import type { PasswordHasher } from './password-hasher.js'
import type { SecurityNotices } from './security-notices.js'
import type { Place, Session } from './session.js'
import { checkPerson } from './user.js'
import type { Users } from './users.repository.js'

/** A person sets their own password. All their other sessions end, and every browser counts as unknown again. */
export class ChangePassword {
  constructor(
    private readonly users: Users,
    private readonly hasher: PasswordHasher,
    private readonly endSessions: EndSessions,
    private readonly openSession: OpenSession,
    private readonly notices: SecurityNotices,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `validation_error` on `password`; `unauthorized`: the session has ended meanwhile */
  async run(session: Session, password: string, place: Place): Promise<OpenedSession> {
    checkPerson({ password }, ['password'])
    const hash = await this.hasher.hash(password)
    return this.unitOfWork.run(async (tx) => {
      const user = await this.users.lock(tx, session.user.id)
      if (!user) throw notFound('user')
      const opened = await this.openSession.replace(tx, session.id, place, { isConfirmed: false })
      await this.users.update(tx, user.id, { password: hash, passwordChangedAt: iso(this.clock.now()) })
      await this.endSessions.ofUser(tx, user, { except: opened.sessionId })
      const device = await this.openSession.renewDevice(tx, user, place, { trust: false })
      await this.notices.queue(tx, user, 'password_changed')
      const { accountId } = user
      await this.auditLog.append(tx, actAsUser(user), { accountId, action: 'user.password_changed', target: user.id })
      return { ...opened, device }
    })
  }
}
