import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import { isUniqueViolation } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Invitation, newUserIdOf } from './invitation.js'
import { emailTaken } from './invite-user.js'
import type { JoinAccount } from './join-account.js'
import type { OpenedSession } from './open-session.js'
import { invalidPasskey } from './own-passkeys.js'
import type { NewPasskey, PasskeyCeremonies } from './passkey-ceremonies.js'
import type { PasswordHasher } from './password-hasher.js'
import type { ReadInvitation } from './read-invitation.js'
import type { Place } from './session.js'
import { checkPerson } from './user.js'

export interface AcceptInput {
  name: string
  /** The first owner's; an invitation has its own. */
  email?: string | undefined
  password?: string | undefined
  /** The language that the person reads; null: the account's. */
  locale?: PageLocale | null
  /** What the browser made of `passkeyOptions`. */
  passkey?: unknown
}

/** Makes the user that an invitation, or the set-up address, is for. */
export class AcceptInvitation {
  constructor(
    private readonly readInvitation: ReadInvitation,
    private readonly accounts: Accounts,
    private readonly passkeys: PasskeyCeremonies,
    private readonly hasher: PasswordHasher,
    private readonly joinAccount: JoinAccount,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Undefined: the address is no longer valid, or passkeys are not possible here. */
  async passkeyOptions(
    token: string,
    purpose: 'setup' | 'invitation',
    person: { name: string; email: string },
  ): Promise<PublicKeyCredentialCreationOptionsJSON | undefined> {
    const invitation = await this.readInvitation.find(token, purpose)
    const account = invitation && (await this.accounts.find(invitation.accountId))
    if (!account || !this.passkeys.arePossible) return undefined
    const email = invitation.email ?? person.email
    const user = { id: newUserIdOf(invitation), name: person.name, email }
    return this.passkeys.registrationOptions(user, account.name, invitation.id)
  }

  /**
   * Signs the person in. Undefined: the address is unknown, used or too old. However often it is used at once, it makes
   * one user.
   *
   * @throws Problem `validation_error` with the path of everything that is wrong or missing; HashQueueFullError
   */
  async run(
    token: string,
    purpose: 'setup' | 'invitation',
    input: AcceptInput,
    place: Place,
  ): Promise<OpenedSession | undefined> {
    const invitation = await this.readInvitation.find(token, purpose)
    if (!invitation) return undefined
    const email = (invitation.email ?? input.email ?? '').trim()
    const { password = '' } = input
    const name = input.name.trim()
    // With a passkey as well: who loses the phone still has the password.
    checkPerson({ name, email, password }, ['name', 'email', 'password'])
    const passkey = hasPasskey(input) ? await this.passkeys.register(input.passkey, invitation.id) : null
    if (hasPasskey(input) && !passkey) throw invalidPasskey()
    const hash = await this.hasher.hash(password)
    const person = { name, email, password: hash, locale: input.locale ?? null }
    return this.join(invitation, person, passkey, place)
  }

  private async join(
    invitation: Invitation,
    person: Parameters<JoinAccount['run']>[2],
    passkey: NewPasskey | null,
    place: Place,
  ): Promise<OpenedSession | undefined> {
    try {
      return await this.unitOfWork.run((tx) => this.joinAccount.run(tx, invitation, person, passkey, place))
    } catch (error) {
      if (isUniqueViolation(error)) throw emailTaken()
      throw error
    }
  }
}

const hasPasskey = ({ passkey }: AcceptInput): boolean => passkey !== undefined && passkey !== null
