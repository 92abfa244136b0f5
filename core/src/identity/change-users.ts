import type { Accounts } from '../accounts/accounts.repository.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { AccountWidePrincipal } from '../kernel/principal.js'
import { notFound, Problem } from '../kernel/problem.js'
import type { ChangeWaysIn } from './change-ways-in.js'
import type { Role } from './role.js'
import { type ActiveUser, checkPerson } from './user.js'
import type { Users } from './users.repository.js'

/** Changes what others may do in an account. Their sessions end: they sign in again with what they may do now. */
export class ChangeUsers {
  constructor(
    private readonly users: Users,
    private readonly accounts: Accounts,
    private readonly changeWaysIn: ChangeWaysIn,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `validation_error` on `role`; `not_found`; `forbidden`: it would leave no owner */
  async setRole(principal: AccountWidePrincipal, userId: string, role: Role): Promise<void> {
    checkPerson({ role }, ['role'])
    const { accountId } = principal
    await this.unitOfWork.run(async (tx) => {
      const { user, isLastOwner } = await this.lock(tx, accountId, userId)
      if (user.role === role) return
      if (isLastOwner) throw lastOwner()
      await this.users.update(tx, userId, { role })
      await this.changeWaysIn.endAll(tx, user, { factors: false })
      const details = { from: user.role, to: role }
      await this.auditLog.append(tx, principal, { accountId, action: 'user.role_changed', target: userId, details })
    })
  }

  /** The row stays, since others name it; the address can be invited again. @throws Problem as above */
  async remove(principal: AccountWidePrincipal, userId: string): Promise<void> {
    const { accountId } = principal
    await this.unitOfWork.run(async (tx) => {
      const { user, isLastOwner } = await this.lock(tx, accountId, userId)
      if (isLastOwner) throw lastOwner()
      const removed = { emailKey: null, password: null, disabledAt: iso(this.clock.now()) }
      await this.users.update(tx, userId, removed)
      await this.changeWaysIn.endAll(tx, user, { factors: true })
      await this.auditLog.append(tx, principal, { accountId, action: 'user.removed', target: userId })
    })
  }

  /** Under a lock of the account, so that two owners cannot remove each other at once. */
  private async lock(tx: Tx, accountId: string, userId: string): Promise<{ user: ActiveUser; isLastOwner: boolean }> {
    await this.accounts.lock(tx, accountId)
    const people = await this.users.list(accountId, tx)
    const user = people.find(({ id }) => id === userId)
    if (!user) throw notFound('user')
    const owners = people.filter(({ role }) => role === 'owner')
    return { user, isLastOwner: user.role === 'owner' && owners.length === 1 }
  }
}

const lastOwner = (): Problem =>
  new Problem('forbidden', { detail: 'This is the last owner: make another person an owner first.' })
