import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { CheckCode } from './check-code.js'
import type { KnownPlaces } from './known-places.js'
import type { OpenedSession, OpenSession, SignInMethod } from './open-session.js'
import type { PasskeyCeremonies } from './passkey-ceremonies.js'
import type { PendingSignIn, PendingSignIns } from './pending-sign-ins.repository.js'
import type { Place } from './session.js'
import { codeBuckets } from './sign-in-buckets.js'
import type { SignInLimits } from './sign-in-limits.repository.js'
import { hashToken } from './token.js'

export type SecondStepOutcome =
  | { outcome: 'signed in'; opened: OpenedSession }
  | { outcome: 'refused' }
  | { outcome: 'wait'; seconds: number }
  /** The password has to be given again. */
  | { outcome: 'expired' }

interface Given {
  place: Place
  /** Not for 30 days in this browser. */
  trust: boolean
}

interface Proof {
  method: SignInMethod
  use: (tx: Tx) => Promise<boolean>
}

/** The second step of a sign-in, after a right password: a code, a recovery code or a passkey. */
export class SecondStep {
  constructor(
    private readonly pendingSignIns: PendingSignIns,
    private readonly checkCode: CheckCode,
    private readonly passkeys: PasskeyCeremonies,
    private readonly knownPlaces: KnownPlaces,
    private readonly limits: SignInLimits,
    private readonly openSession: OpenSession,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Whose second step this is; undefined: it is over. `token`: of the cookie between password and code. */
  async find(token: string): Promise<PendingSignIn | undefined> {
    return this.pendingSignIns.find(hashToken(token), iso(this.clock.now()))
  }

  async withCode(token: string, code: string, given: Given): Promise<SecondStepOutcome> {
    const pending = await this.find(token)
    if (!pending) return { outcome: 'expired' }
    const { userId } = pending
    const { familiarity } = await this.knownPlaces.find(userId, given.place)
    const buckets = codeBuckets(userId, given.place, familiarity === 'device')
    const seconds = await this.limits.take(buckets)
    if (seconds > 0) return { outcome: 'wait', seconds }
    const checked = await this.checkCode.prepare(userId, code)
    if (!checked) return { outcome: 'refused' }
    return this.finish(pending, given, {
      method: checked.method,
      use: async (tx) => {
        if (!(await checked.use(tx))) return false
        await this.limits.giveBack(tx, buckets)
        return true
      },
    })
  }

  /** Undefined: the step is over. */
  async passkeyOptions(token: string): Promise<PublicKeyCredentialRequestOptionsJSON | undefined> {
    const pending = await this.find(token)
    if (!pending) return undefined
    return this.passkeys.authenticationOptions({ purpose: 'sign_in', subject: pending.userId }, pending.userId)
  }

  async withPasskey(token: string, response: unknown, given: Given): Promise<SecondStepOutcome> {
    const pending = await this.find(token)
    if (!pending) return { outcome: 'expired' }
    const { userId } = pending
    const used = await this.passkeys.authenticate(response, { purpose: 'sign_in', subject: userId }, userId)
    return used ? this.finish(pending, given, { method: 'passkey', use: used.use }) : { outcome: 'refused' }
  }

  private async finish(
    pending: PendingSignIn,
    { place, trust }: Given,
    { method, use }: Proof,
  ): Promise<SecondStepOutcome> {
    try {
      return await this.unitOfWork.run<SecondStepOutcome>(async (tx) => {
        // A second press, or a password that was changed meanwhile: the step is gone with it.
        if (!(await this.pendingSignIns.use(tx, pending.tokenHash))) return { outcome: 'expired' }
        if (!(await use(tx))) throw new RefusedError()
        const user = { id: pending.userId, accountId: pending.accountId }
        return { outcome: 'signed in', opened: await this.openSession.signIn(tx, user, place, { method, trust }) }
      })
    } catch (error) {
      if (error instanceof RefusedError) return { outcome: 'refused' }
      throw error
    }
  }
}

/** Rolls back: the step stays open for another try. */
class RefusedError extends Error {}
