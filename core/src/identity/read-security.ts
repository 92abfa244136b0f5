import { type Clock, iso } from '../kernel/clock.js'
import type { Codes } from './codes.repository.js'
import type { EmailChange } from './email-change.js'
import type { EmailChanges } from './email-changes.repository.js'
import type { Passkey } from './passkey.js'
import type { Passkeys } from './passkeys.repository.js'
import { canRemovePasskey, canRemoveTotp, type SecondFactors, type WaysIn } from './second-factors.js'
import type { Session } from './session.js'
import type { Users } from './users.repository.js'

/** How a person signs in, as they are shown it. */
export interface Security extends WaysIn {
  email: string
  /** The change of it that both mailboxes have not agreed to yet. */
  emailChange: EmailChange | null
  passkeyList: Passkey[]
  recoveryCodesLeft: number
  /** Null: never, or before this was recorded. */
  passwordChangedAt: string | null
  canRemovePasskey: boolean
  canRemoveTotp: boolean
}

/** Reads how a person signs in. */
export class ReadSecurity {
  constructor(
    private readonly users: Users,
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly codes: Codes,
    private readonly emailChanges: EmailChanges,
    private readonly clock: Clock,
  ) {}

  /** Undefined: the user was removed meanwhile. */
  async find({ user: { id } }: Session): Promise<Security | undefined> {
    const user = await this.users.find(id)
    if (!user) return undefined
    const ways = await this.secondFactors.waysOf(user)
    return {
      ...ways,
      email: user.email,
      emailChange: (await this.emailChanges.pendingOf(id, iso(this.clock.now()))) ?? null,
      passkeyList: await this.passkeys.listOf(id),
      recoveryCodesLeft: await this.codes.recoveryCodesLeft(id),
      passwordChangedAt: user.passwordChangedAt,
      canRemovePasskey: canRemovePasskey(ways),
      canRemoveTotp: canRemoveTotp(ways),
    }
  }
}
