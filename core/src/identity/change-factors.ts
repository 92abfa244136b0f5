import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { notFound } from '../kernel/problem.js'
import { actAsUser, type OpenedSession, type OpenSession } from './open-session.js'
import type { SecondFactors, WaysIn } from './second-factors.js'
import type { SecurityNotices, SecurityTopic } from './security-notices.js'
import type { Place, Session } from './session.js'
import type { ActiveUser } from './user.js'
import type { Users } from './users.repository.js'

export interface FactorChange {
  /** What the person is told by email; null: nothing that they should hear of. */
  topic: SecurityTopic | null
  /** As the audit log names it. */
  action: string
}

/** A change of how a person signs in: under a lock of the user, with its audit entry and its notice by email. */
export class ChangeFactors {
  constructor(
    private readonly users: Users,
    private readonly secondFactors: SecondFactors,
    private readonly openSession: OpenSession,
    private readonly notices: SecurityNotices,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** What `change` throws rolls everything back. */
  async run<T>(
    session: Session,
    factorChange: FactorChange,
    change: (tx: Tx, user: ActiveUser, ways: WaysIn) => Promise<T>,
  ): Promise<T> {
    return this.unitOfWork.run((tx) => this.apply(tx, session, factorChange, change))
  }

  /**
   * One more factor. If the account requires one and the person had none, their session may do more from now on: it
   * continues as `opened`, under a new id, and their other sessions end.
   */
  async add<T>(
    session: Session,
    place: Place,
    factorChange: FactorChange,
    change: (tx: Tx, user: ActiveUser) => Promise<T>,
  ): Promise<{ made: T; opened: OpenedSession | null }> {
    return this.unitOfWork.run((tx) =>
      this.apply(tx, session, factorChange, async (_, user, { isRequired, hasTotp, passkeys }) => {
        const made = await change(tx, user)
        const gains = isRequired && !hasTotp && passkeys === 0
        const how = { isConfirmed: false, endsOthers: true }
        return { made, opened: gains ? await this.openSession.replace(tx, session.id, place, how) : null }
      }),
    )
  }

  private async apply<T>(
    tx: Tx,
    { user: { id } }: Session,
    { topic, action }: FactorChange,
    change: (tx: Tx, user: ActiveUser, ways: WaysIn) => Promise<T>,
  ): Promise<T> {
    const user = await this.users.lock(tx, id)
    if (!user) throw notFound('user')
    const changed = await change(tx, user, await this.secondFactors.waysOf(user, tx))
    if (topic !== null) await this.notices.queue(tx, user, topic)
    await this.auditLog.append(tx, actAsUser(user), { accountId: user.accountId, action, target: id })
    return changed
  }
}
