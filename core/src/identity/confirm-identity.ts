import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { CheckCode } from './check-code.js'
import type { KnownPlaces } from './known-places.js'
import type { OpenedSession, OpenSession } from './open-session.js'
import type { PasskeyCeremonies } from './passkey-ceremonies.js'
import type { PasswordHasher } from './password-hasher.js'
import type { Place, Session } from './session.js'
import { codeBuckets, confirmBuckets } from './sign-in-buckets.js'
import type { Bucket, SignInLimits } from './sign-in-limits.repository.js'
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
    private readonly knownPlaces: KnownPlaces,
    private readonly limits: SignInLimits,
    private readonly openSession: OpenSession,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async passkeyOptions({ user }: Session): Promise<PublicKeyCredentialRequestOptionsJSON> {
    return this.passkeys.authenticationOptions({ purpose: 'confirm', subject: user.id }, user.id)
  }

  /** @throws Problem `unauthorized`: the session has ended meanwhile; HashQueueFullError */
  async run(session: Session, proof: Proof, place: Place): Promise<ConfirmOutcome> {
    const buckets = await this.bucketsFor(session, proof, place)
    const seconds = await this.limits.take(buckets)
    if (seconds > 0) return { outcome: 'wait', seconds }
    const use = await this.check(session, proof)
    if (!use) return { outcome: 'refused' }
    return this.unitOfWork.run(async (tx) => {
      if (!(await use(tx))) return { outcome: 'refused' }
      if ('code' in proof) await this.limits.giveBack(tx, buckets)
      const opened = await this.openSession.replace(tx, session.id, place, { isConfirmed: true })
      return { outcome: 'confirmed', opened }
    })
  }

  /** A code can be guessed here as well as at the sign-in, so both count together. */
  private async bucketsFor({ id, user }: Session, proof: Proof, place: Place): Promise<Bucket[]> {
    if (!('code' in proof)) return confirmBuckets(id)
    const { familiarity } = await this.knownPlaces.find(user.id, place)
    return codeBuckets(user.id, place, familiarity === 'device')
  }

  private async check({ user: { id } }: Session, proof: Proof): Promise<Use | null> {
    if ('code' in proof) return (await this.checkCode.prepare(id, proof.code))?.use ?? null
    if ('passkey' in proof) {
      const used = await this.passkeys.authenticate(proof.passkey, { purpose: 'confirm', subject: id }, id)
      return used?.use ?? null
    }
    const user = await this.users.find(id)
    const { matches } = await this.hasher.check(proof.password, user?.password ?? null, null)
    return matches ? async (tx) => (await this.users.lock(tx, id))?.password === user?.password : null
  }
}
