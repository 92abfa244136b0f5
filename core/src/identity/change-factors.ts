import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { notFound } from '../kernel/problem.js'
import { actAsUser } from './open-session.js'
import type { SecondFactors, WaysIn } from './second-factors.js'
import type { SecurityNotices, SecurityTopic } from './security-notices.js'
import type { Session } from './session.js'
import type { ActiveUser } from './user.js'
import type { Users } from './users.repository.js'

export interface FactorChange {
  /** What the person is told by email; null: nothing that they should hear of. */
  topic: SecurityTopic | null
  /** As the audit log names it. */
  action: string
}

/** A change of how a person signs in: one at a time, on the record, and told to the person. */
export class ChangeFactors {
  constructor(
    private readonly users: Users,
    private readonly secondFactors: SecondFactors,
    private readonly notices: SecurityNotices,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** What `change` throws rolls everything back. */
  async run<T>(
    { user: { id } }: Session,
    { topic, action }: FactorChange,
    change: (tx: Tx, user: ActiveUser, ways: WaysIn) => Promise<T>,
  ): Promise<T> {
    return this.unitOfWork.run(async (tx) => {
      const user = await this.users.lock(tx, id)
      if (!user) throw notFound('user')
      const changed = await change(tx, user, await this.secondFactors.waysOf(user, tx))
      if (topic !== null) await this.notices.queue(tx, user, topic)
      await this.auditLog.append(tx, actAsUser(user), { accountId: user.accountId, action, target: id })
      return changed
    })
  }
}
