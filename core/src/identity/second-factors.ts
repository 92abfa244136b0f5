import type { Reader } from '../database/engine.js'
import type { Codes } from './codes.repository.js'
import type { Passkeys } from './passkeys.repository.js'
import type { User } from './user.js'
import type { Users } from './users.repository.js'

/** How a person can sign in. */
export interface WaysIn {
  hasPassword: boolean
  passkeys: number
  /** Six-digit codes are switched on. */
  hasTotp: boolean
  /** The account requires a second factor. */
  isRequired: boolean
}

export const hasSecondFactor = ({ passkeys, hasTotp }: Pick<WaysIn, 'passkeys' | 'hasTotp'>): boolean =>
  hasTotp || passkeys > 0

/** A passkey is two factors by itself, so it is one more way in and a second factor. */
export const canRemovePasskey = ({ hasPassword, passkeys, hasTotp, isRequired }: WaysIn): boolean =>
  passkeys > 1 || (hasPassword && (hasTotp || !isRequired))

export const canRemoveTotp = ({ passkeys, isRequired }: WaysIn): boolean => !isRequired || passkeys > 0

/**
 * After the password: a person who switched codes on is asked for one, and one with passkeys alone only where the account
 * requires a second factor. Elsewhere a passkey is a shortcut, and losing it loses nothing.
 */
export const isAskedForMore = ({ hasTotp, passkeys, isRequired }: WaysIn): boolean =>
  hasTotp || (isRequired && passkeys > 0)

/** Reads how people can sign in. */
export class SecondFactors {
  constructor(
    private readonly users: Users,
    private readonly codes: Codes,
    private readonly passkeys: Passkeys,
  ) {}

  /** `on`: the current transaction, if any. */
  async waysOf(user: User, on?: Reader): Promise<WaysIn> {
    const totp = await this.codes.totpOf(user.id, on)
    return {
      hasPassword: user.password !== null,
      passkeys: (await this.passkeys.listOf(user.id, on)).length,
      hasTotp: totp !== undefined && totp.confirmedAt !== null,
      isRequired: await this.users.needSecondFactor(user.accountId, on),
    }
  }
}
