import type { AuditLog } from '../audit/audit-log.repository.js'
import { isUniqueViolation, type Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import { type EmailChange, hasAgreed, isPending, type Side } from './email-change.js'
import type { EmailChangeAddresses } from './email-change-addresses.js'
import type { EmailChangeMails } from './email-change-mails.js'
import type { EmailChanges } from './email-changes.repository.js'
import type { EndSessions } from './end-sessions.js'
import { actAsUser } from './open-session.js'
import type { Session } from './session.js'
import { type ActiveUser, emailKeyOf } from './user.js'
import type { Users } from './users.repository.js'

/** `half`: the other mailbox has not agreed yet. `taken`: the address has a sign-in meanwhile, and the change is over. */
export type Agreement = 'half' | 'done' | 'taken'

export interface OpenEmailChange {
  change: EmailChange
  side: Side
}

/** What the one-time addresses of a change do. Opening one changes nothing: programs that check links open them too. */
export class AgreeToEmailChange {
  constructor(
    private readonly users: Users,
    private readonly changes: EmailChanges,
    private readonly addresses: EmailChangeAddresses,
    private readonly mails: EmailChangeMails,
    private readonly endSessions: EndSessions,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Undefined: the token is unknown, or the change was made, withdrawn or is too old. */
  async find(token: string): Promise<OpenEmailChange | undefined> {
    const { id, side } = this.addresses.read(token) ?? {}
    const change = id === undefined ? undefined : await this.changes.find(id)
    if (!change || !side || !isPending(change, this.clock.now())) return undefined
    return (await this.users.find(change.userId)) ? { change, side } : undefined
  }

  /**
   * With the consent of the second mailbox the address changes: all sessions of the person end but `session`, and both
   * mailboxes are told.
   *
   * @param session of the browser that agrees, if it has one
   * @returns undefined: as `find`
   */
  async agree(token: string, session?: Session): Promise<Agreement | undefined> {
    try {
      return await this.withOpen(token, (tx, user, open) => this.apply(tx, user, open, session))
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      // Another person joined with the address at this moment.
      return this.withOpen(token, (tx, user, { change }) => this.giveUp(tx, user, change))
    }
  }

  /** By the former mailbox: the change is over. False: as `find`, or the token is the new mailbox's. */
  async refuse(token: string): Promise<boolean> {
    const refused = await this.withOpen(token, async (tx, user, { change, side }) => {
      if (side !== 'former') return false
      await this.withdraw(tx, user, change)
      return true
    })
    return refused === true
  }

  private async withOpen<T>(
    token: string,
    act: (tx: Tx, user: ActiveUser, open: OpenEmailChange) => Promise<T>,
  ): Promise<T | undefined> {
    const found = await this.find(token)
    if (!found) return undefined
    return this.unitOfWork.run(async (tx) => {
      const user = await this.users.lock(tx, found.change.userId)
      // Under the lock: both mailboxes may agree at once.
      const change = await this.changes.find(found.change.id, tx)
      if (!user || !change || !isPending(change, this.clock.now())) return undefined
      return act(tx, user, { ...found, change })
    })
  }

  private async apply(
    tx: Tx,
    user: ActiveUser,
    { change, side }: OpenEmailChange,
    session: Session | undefined,
  ): Promise<Agreement> {
    const now = iso(this.clock.now())
    if (!hasAgreed(change, side)) {
      await this.changes.update(tx, change.id, side === 'former' ? { formerAgreedAt: now } : { newAgreedAt: now })
    }
    if (!hasAgreed(change, side === 'former' ? 'new' : 'former')) return 'half'
    const { toEmail: email } = change
    if (await this.users.findByEmail(emailKeyOf(email), tx)) return this.giveUp(tx, user, change)
    await this.users.update(tx, user.id, { email, emailKey: emailKeyOf(email) })
    await this.changes.update(tx, change.id, { doneAt: now })
    await this.endSessions.ofUser(tx, user, session?.user.id === user.id ? { except: session.id } : {})
    await this.mails.queue(tx, 'done', change, user)
    const act = { accountId: user.accountId, action: 'user.email_changed', target: user.id }
    await this.auditLog.append(tx, actAsUser(user), act)
    return 'done'
  }

  private async giveUp(tx: Tx, user: ActiveUser, change: EmailChange): Promise<Agreement> {
    await this.withdraw(tx, user, change)
    return 'taken'
  }

  private async withdraw(tx: Tx, user: ActiveUser, { id }: EmailChange): Promise<void> {
    await this.changes.update(tx, id, { withdrawnAt: iso(this.clock.now()) })
    const act = { accountId: user.accountId, action: 'user.email_change_canceled', target: user.id }
    await this.auditLog.append(tx, actAsUser(user), act)
  }
}
