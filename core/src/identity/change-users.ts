import type { Accounts } from '../accounts/accounts.repository.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { AccountWidePrincipal, Identity } from '../kernel/principal.js'
import { notFound, Problem } from '../kernel/problem.js'
import type { ChangeWaysIn } from './change-ways-in.js'
import type { Role } from './role.js'
import { type ActiveUser, checkPerson } from './user.js'
import type { Users } from './users.repository.js'

/** An account always has an owner: its last one is neither removed nor given another role. */
export class LastOwnerProblem extends Problem {
  constructor() {
    super('forbidden', { detail: 'This is the last owner: make another person an owner first.' })
    this.name = 'LastOwnerProblem'
  }
}

/** Changes what people may do in an account. Their sessions end: they sign in again with what they may do now. */
export class ChangeUsers {
  constructor(
    private readonly users: Users,
    private readonly accounts: Accounts,
    private readonly changeWaysIn: ChangeWaysIn,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Problem `validation_error` on `role`; `not_found`; `forbidden`: the person who asks is no owner any more
   * @throws LastOwnerProblem
   */
  async setRole(principal: AccountWidePrincipal, userId: string, role: Role): Promise<void> {
    checkPerson({ role }, ['role'])
    const { accountId } = principal
    await this.unitOfWork.run(async (tx) => {
      const { user, isLastOwner } = await this.lock(tx, principal, userId)
      if (user.role === role) return
      if (isLastOwner) throw new LastOwnerProblem()
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
      const { user, isLastOwner } = await this.lock(tx, principal, userId)
      if (isLastOwner) throw new LastOwnerProblem()
      const removed = { emailKey: null, password: null, disabledAt: iso(this.clock.now()) }
      await this.users.update(tx, userId, removed)
      await this.changeWaysIn.endAll(tx, user, { factors: true })
      await this.auditLog.append(tx, principal, { accountId, action: 'user.removed', target: userId })
    })
  }

  /** Under a lock of the account, so that of two owners who remove each other at once one stays. */
  private async lock(
    tx: Tx,
    { accountId, who }: AccountWidePrincipal,
    userId: string,
  ): Promise<{ user: ActiveUser; isLastOwner: boolean }> {
    await this.accounts.lock(tx, accountId)
    const people = await this.users.list(accountId, tx)
    const owners = people.filter(({ role }) => role === 'owner')
    if (!maySteer(who, owners)) throw new Problem('forbidden', { detail: 'Only an owner may change the team.' })
    const user = people.find(({ id }) => id === userId)
    if (!user) throw notFound('user')
    return { user, isLastOwner: user.role === 'owner' && owners.length === 1 }
  }
}

/** A person may have lost the role since their request was let in. */
const maySteer = (who: Identity, owners: readonly ActiveUser[]): boolean =>
  who.kind !== 'user' || owners.some(({ id }) => id === who.id)
