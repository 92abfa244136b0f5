import type { Accounts } from '../accounts/accounts.repository.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'
import { type Invitation, newUserIdOf } from './invitation.js'
import type { Invitations } from './invitations.repository.js'
import { actAsUser, type OpenedSession, type OpenSession } from './open-session.js'
import type { NewPasskey } from './passkey-ceremonies.js'
import type { Passkeys } from './passkeys.repository.js'
import type { Place } from './session.js'
import { emailKeyOf, type User } from './user.js'
import type { Users } from './users.repository.js'

const FIRST_PASSKEY = 'Passkey'

/** A new user of an account. */
export class JoinAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly users: Users,
    private readonly passkeys: Passkeys,
    private readonly invitations: Invitations,
    private readonly openSession: OpenSession,
    private readonly auditLog: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Uses the invitation up. Undefined: another request was first, or the account has been set up otherwise. */
  async run(
    tx: Tx,
    invitation: Invitation,
    person: Pick<User, 'name' | 'email' | 'password' | 'locale'>,
    passkey: NewPasskey | null,
    place: Place,
  ): Promise<OpenedSession | undefined> {
    const now = iso(this.clock.now())
    const { id, accountId, role, purpose } = invitation
    // Two set-up addresses at once make one owner.
    await this.accounts.lock(tx, accountId)
    if (purpose === 'setup' && (await this.users.hasOwner(tx))) return undefined
    if (!(await this.invitations.use(tx, id, now))) return undefined
    const user: User = {
      ...{ id: newUserIdOf(invitation), accountId, role, ...person },
      ...{ emailKey: emailKeyOf(person.email), passwordChangedAt: null, createdAt: now, disabledAt: null },
    }
    await this.users.insert(tx, user)
    if (passkey) {
      const owner = { userId: user.id, accountId, name: FIRST_PASSKEY }
      await this.passkeys.insert(tx, { ...passkey, ...owner, createdAt: now, lastUsedAt: null })
    }
    const details = { role, invitation: id }
    await this.auditLog.append(tx, actAsUser(user), { accountId, action: 'user.joined', target: user.id, details })
    return this.openSession.signIn(tx, user, place, { method: 'invitation' })
  }
}
