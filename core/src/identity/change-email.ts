import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, DAY_MS, iso, later } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { invalid, notFound, Problem } from '../kernel/problem.js'
import type { EmailChange } from './email-change.js'
import type { EmailChangeMails } from './email-change-mails.js'
import type { EmailChanges } from './email-changes.repository.js'
import { emailTaken } from './invite-user.js'
import { actAsUser } from './open-session.js'
import type { Session } from './session.js'
import { emailChangeBuckets } from './sign-in-buckets.js'
import type { SignInLimits } from './sign-in-limits.repository.js'
import { checkPerson, emailKeyOf } from './user.js'
import type { Users } from './users.repository.js'

/** How long both mailboxes have to agree. */
const VALID_MS = DAY_MS

/** A person asks to sign in with another address. Both mailboxes are mailed; nothing changes until both have agreed. */
export class ChangeEmail {
  constructor(
    private readonly users: Users,
    private readonly changes: EmailChanges,
    private readonly mails: EmailChangeMails,
    private readonly limits: SignInLimits,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** False: no mail can be sent, so that no mailbox can agree. */
  get canMail(): boolean {
    return this.mails.canMail
  }

  /**
   * An earlier change of the person that is still pending no longer holds; the same address once more changes nothing.
   *
   * @throws Problem `validation_error` on `email`: no address, their own, or one that has a sign-in; `rate_limited`;
   *   `email_unavailable`: no mail can be sent
   */
  async request(session: Session, input: string): Promise<EmailChange> {
    if (!this.canMail) throw new Problem('email_unavailable')
    checkPerson({ email: input }, ['email'])
    const toEmail = input.trim()
    return this.unitOfWork.run(async (tx) => {
      const user = await this.users.lock(tx, session.user.id)
      if (!user) throw notFound('user')
      if (emailKeyOf(toEmail) === user.emailKey) throw invalid('email', 'is the address that you have')
      if (await this.users.findByEmail(emailKeyOf(toEmail), tx)) throw emailTaken()
      const now = this.clock.now()
      const pending = await this.changes.pendingOf(user.id, iso(now), tx)
      if (pending?.toEmail === toEmail) return pending
      const seconds = await this.limits.takeIn(tx, emailChangeBuckets(user.id, emailKeyOf(toEmail)))
      if (seconds > 0) throw new Problem('rate_limited', { headers: { 'Retry-After': String(seconds) } })
      await this.changes.withdrawAllOf(tx, user.id, iso(now))
      const change: EmailChange = {
        ...{ id: this.ids.next('emch'), userId: user.id, accountId: user.accountId },
        ...{ fromEmail: user.email, toEmail, createdAt: iso(now), expiresAt: iso(later(now, VALID_MS)) },
        ...{ formerAgreedAt: null, newAgreedAt: null, doneAt: null, withdrawnAt: null },
      }
      await this.changes.insert(tx, change)
      await this.mails.queue(tx, 'ask', change, user)
      const act = { accountId: user.accountId, action: 'user.email_change_requested', target: user.id }
      await this.auditLog.append(tx, actAsUser(user), act)
      return change
    })
  }

  /** False: none was pending. */
  async cancel({ user: { id }, accountId }: Session): Promise<boolean> {
    return this.unitOfWork.run(async (tx) => {
      if ((await this.changes.withdrawAllOf(tx, id, iso(this.clock.now()))) === 0) return false
      const act = { accountId, action: 'user.email_change_canceled', target: id }
      await this.auditLog.append(tx, actAsUser({ id, accountId }), act)
      return true
    })
  }
}
