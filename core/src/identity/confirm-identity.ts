import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { CheckCode } from './check-code.js'
import type { OpenedSession, OpenSession } from './open-session.js'
import type { PasskeyCeremonies } from './passkey-ceremonies.js'
import type { PasswordHasher } from './password-hasher.js'
import type { Place, Session } from './session.js'
import { confirmBuckets } from './sign-in-buckets.js'
import type { SignInLimits } from './sign-in-limits.repository.js'
import type { Users } from './users.repository.js'

/** Any one of them proves who it is. */
export type Proof = { password: string } | { code: string } | { passkey: unknown }

export type ConfirmOutcome =
  { outcome: 'confirmed'; opened: OpenedSession } | { outcome: 'refused' } | { outcome: 'wait'; seconds: number }

type Use = (tx: Tx) => Promise<boolean>

/** Re-authentication before dangerous acts, valid for ten minutes. The session continues under a new id. */
export class ConfirmIdentity {
  constructor(
    private readonly users: Users,
    private readonly hasher: PasswordHasher,
    private readonly checkCode: CheckCode,
    private readonly passkeys: PasskeyCeremonies,
    private readonly limits: SignInLimits,
    private readonly openSession: OpenSession,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async passkeyOptions({ user }: Session): Promise<PublicKeyCredentialRequestOptionsJSON> {
    return this.passkeys.authenticationOptions({ purpose: 'confirm', subject: user.id }, user.id)
  }

  /** @throws Problem `unauthorized`: the session has ended meanwhile */
  async run(session: Session, proof: Proof, place: Place): Promise<ConfirmOutcome> {
    const buckets = confirmBuckets(session.id)
    const seconds = await this.limits.take(buckets)
    if (seconds > 0) return { outcome: 'wait', seconds }
    const use = await this.check(session, proof)
    if (!use) return { outcome: 'refused' }
    return this.unitOfWork.run(async (tx) => {
      if (!(await use(tx))) return { outcome: 'refused' }
      const opened = await this.openSession.replace(tx, session.id, place, { isConfirmed: true })
      return { outcome: 'confirmed', opened }
    })
  }

  private async check({ user: { id } }: Session, proof: Proof): Promise<Use | null> {
    if ('code' in proof) return (await this.checkCode.prepare(id, proof.code))?.use ?? null
    if ('passkey' in proof) {
      const used = await this.passkeys.authenticate(proof.passkey, { purpose: 'confirm', subject: id }, id)
      return used?.use ?? null
    }
    const user = await this.users.find(id)
    const { matches } = await this.hasher.check(proof.password, user?.password ?? null)
    return matches ? async (tx) => (await this.users.lock(tx, id))?.password === user?.password : null
  }
}
