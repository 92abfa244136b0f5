import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Ceremony } from './challenges.repository.js'
import type { OpenSession } from './open-session.js'
import type { PasskeyCeremonies } from './passkey-ceremonies.js'
import type { Place } from './session.js'
import type { SignInOutcome } from './sign-in.js'
import { addressBucket } from './sign-in-buckets.js'
import type { SignInLimits } from './sign-in-limits.repository.js'
import type { Users } from './users.repository.js'

const CEREMONY: Ceremony = { purpose: 'sign_in', subject: null }

/** Signs in with a passkey alone: it is two factors by itself, and identifies its user. */
export class SignInWithPasskey {
  constructor(
    private readonly users: Users,
    private readonly passkeys: PasskeyCeremonies,
    private readonly limits: SignInLimits,
    private readonly openSession: OpenSession,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Null: too many from this address, or passkeys are not possible here. */
  async options(place: Place): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
    if (!this.passkeys.arePossible || (await this.limits.take([addressBucket(place)])) > 0) return null
    return this.passkeys.authenticationOptions(CEREMONY)
  }

  async run(response: unknown, place: Place): Promise<SignInOutcome> {
    const used = await this.passkeys.authenticate(response, CEREMONY)
    if (!used) return { outcome: 'refused' }
    return this.unitOfWork.run(async (tx) => {
      const user = await this.users.lock(tx, used.passkey.userId)
      if (!user || !(await used.use(tx))) return { outcome: 'refused' }
      return { outcome: 'signed in', opened: await this.openSession.signIn(tx, user, place, { method: 'passkey' }) }
    })
  }
}
