import type { Codes } from './codes.repository.js'
import type { Passkeys } from './passkeys.repository.js'
import type { Role } from './role.js'
import type { Sessions } from './sessions.repository.js'
import { type ActiveUser, emailKeyOf } from './user.js'
import type { Users } from './users.repository.js'

/** A person of an account, as owners and the operator see them. */
export interface TeamMember {
  id: string
  email: string
  name: string
  role: Role
  hasPassword: boolean
  hasPasskey: boolean
  hasCodes: boolean
  createdAt: string
  /** Null: not signed in for weeks. */
  lastUsedAt: string | null
}

/** Reads who signs in to an account, and how. */
export class ReadUsers {
  constructor(
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly passkeys: Passkeys,
    private readonly codes: Codes,
  ) {}

  /** In the order they joined. */
  async list(accountId: string): Promise<TeamMember[]> {
    const [people, lastUses, withPasskey, withCodes] = await Promise.all([
      this.users.list(accountId),
      this.sessions.lastUses(accountId),
      this.passkeys.ownersIn(accountId),
      this.codes.totpOwnersIn(accountId),
    ])
    return people.map(({ id, email, name, role, password, createdAt }) => ({
      ...{ id, email, name, role, createdAt },
      hasPassword: password !== null,
      hasPasskey: withPasskey.has(id),
      hasCodes: withCodes.has(id),
      lastUsedAt: lastUses.get(id) ?? null,
    }))
  }

  /** Undefined: the account has no such user. */
  async findByEmail(accountId: string, email: string): Promise<ActiveUser | undefined> {
    const key = emailKeyOf(email)
    return (await this.users.list(accountId)).find(({ emailKey }) => emailKey === key)
  }
}
