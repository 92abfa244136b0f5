import { type Clock, iso } from '../kernel/clock.js'
import type { PendingSignIns } from './pending-sign-ins.repository.js'
import type { SecondFactors } from './second-factors.js'
import { hashToken } from './token.js'
import type { Users } from './users.repository.js'

/** Who is asked for a second factor, and which they have. */
export interface PendingPerson {
  email: string
  hasTotp: boolean
  hasPasskey: boolean
}

/** Reads the second step of a sign-in, for its page. */
export class ReadPendingSignIn {
  constructor(
    private readonly pendingSignIns: PendingSignIns,
    private readonly users: Users,
    private readonly secondFactors: SecondFactors,
    private readonly clock: Clock,
  ) {}

  /** `token`: of the cookie between password and code. Undefined: the step is over. */
  async find(token: string): Promise<PendingPerson | undefined> {
    const pending = await this.pendingSignIns.find(hashToken(token), iso(this.clock.now()))
    const user = pending && (await this.users.find(pending.userId))
    if (!user) return undefined
    const { hasTotp, passkeys } = await this.secondFactors.waysOf(user)
    return { email: user.email, hasTotp, hasPasskey: passkeys > 0 }
  }
}
