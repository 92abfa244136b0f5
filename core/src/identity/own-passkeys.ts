import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { NAME } from '../contract/field-rules.js'
import { isUniqueViolation } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'
import { invalid, notFound } from '../kernel/problem.js'
import type { ChangeFactors } from './change-factors.js'
import type { Codes } from './codes.repository.js'
import { lastFactor } from './own-codes.js'
import type { OpenedSession } from './open-session.js'
import type { PasskeyCeremonies } from './passkey-ceremonies.js'
import type { Passkey } from './passkey.js'
import type { Passkeys } from './passkeys.repository.js'
import { canRemovePasskey } from './second-factors.js'
import type { Place, Session } from './session.js'

/** A person's own passkeys. */
export class OwnPasskeys {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly codes: Codes,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly changeFactors: ChangeFactors,
    private readonly clock: Clock,
  ) {}

  get arePossible(): boolean {
    return this.ceremonies.arePossible
  }

  options({ user }: Session, merchant: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
    return this.ceremonies.registrationOptions(user, merchant, user.id)
  }

  /**
   * @returns the passkey, and a session in place of this one, if it may do more now
   * @throws Problem `validation_error` on `passkey` or `name`
   */
  async add(
    session: Session,
    response: unknown,
    name: string,
    place: Place,
  ): Promise<{ passkey: Passkey; opened: OpenedSession | null }> {
    checkName(name)
    const made = await this.ceremonies.register(response, session.user.id)
    // A form that is sent again, since its answer was lost, finds the passkey that it added.
    const before = made ? undefined : await this.find(session, response)
    if (before) return { passkey: before, opened: null }
    if (!made) throw invalidPasskey()
    const change = { topic: 'passkey_added', action: 'user.passkey_added' } as const
    const added = await this.changeFactors
      .add(session, place, change, async (tx, user) => {
        const owner = { userId: user.id, accountId: user.accountId }
        const passkey = { ...made, ...owner, name, createdAt: iso(this.clock.now()), lastUsedAt: null }
        await this.passkeys.insert(tx, passkey)
        return passkey
      })
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? invalidPasskey() : error
      })
    return { passkey: added.made, opened: added.opened }
  }

  private async find({ user }: Session, response: unknown): Promise<Passkey | undefined> {
    const id = typeof response === 'object' && response !== null && 'id' in response ? response.id : undefined
    return (await this.passkeys.listOf(user.id)).find((passkey) => passkey.id === id)
  }

  /** @throws Problem `validation_error` on `name`; `not_found` */
  async rename(session: Session, id: string, name: string): Promise<void> {
    checkName(name)
    const change = { topic: null, action: 'user.passkey_renamed' } as const
    await this.changeFactors.run(session, change, async (tx, user) => {
      if (!(await this.passkeys.rename(tx, user.id, id, name))) throw notFound('passkey')
    })
  }

  /** @throws Problem `forbidden`: it is the last way in, or the last second factor where one is required; `not_found` */
  async remove(session: Session, id: string): Promise<void> {
    const change = { topic: 'passkey_removed', action: 'user.passkey_removed' } as const
    await this.changeFactors.run(session, change, async (tx, user, ways) => {
      // Removed first, since one that is not there is no last factor; a refusal takes it back.
      if (!(await this.passkeys.remove(tx, user.id, id))) throw notFound('passkey')
      if (!canRemovePasskey(ways)) throw lastFactor()
      if (ways.passkeys === 1 && !ways.hasTotp) await this.codes.removeRecoveryCodes(tx, user.id)
    })
  }
}

function checkName(name: string): void {
  const fault = NAME(name)
  if (fault !== null) throw invalid('name', fault)
}

export const invalidPasskey = (): Error => invalid('passkey', 'was not accepted: try again')
