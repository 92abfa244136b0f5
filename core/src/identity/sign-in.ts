import type { UnitOfWork } from '../database/unit-of-work.js'
import { addressGroup } from '../rate-limiting/address-group.js'
import type { AdmitUser, Admitted } from './admit-user.js'
import type { KnownPlaces } from './known-places.js'
import type { PasswordHasher } from './password-hasher.js'
import type { Place } from './session.js'
import { passwordBuckets } from './sign-in-buckets.js'
import type { SignInLimits } from './sign-in-limits.repository.js'
import { type ActiveUser, emailKeyOf } from './user.js'
import type { Users } from './users.repository.js'

/** `refused` never reveals what was wrong. */
export type SignInOutcome = Admitted | { outcome: 'refused' } | { outcome: 'wait'; seconds: number }

/**
 * Signs in with e-mail and password. Costs one scrypt, whether the address has a user or not; only a hash with older
 * parameters costs a second one, once.
 */
export class SignIn {
  constructor(
    private readonly users: Users,
    private readonly knownPlaces: KnownPlaces,
    private readonly limits: SignInLimits,
    private readonly hasher: PasswordHasher,
    private readonly admitUser: AdmitUser,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws HashQueueFullError */
  async run(input: { email: string; password: string }, place: Place): Promise<SignInOutcome> {
    const emailKey = emailKeyOf(input.email)
    const user = await this.users.findByEmail(emailKey.replaceAll('\0', ''))
    const known = await this.knownPlaces.find(user?.id, place)
    const buckets = passwordBuckets(emailKey, place, known.familiarity)
    // Counted before the hash, so that many tries at once are no way around.
    const seconds = await this.limits.take(buckets)
    if (seconds > 0) return { outcome: 'wait', seconds }
    const stranger = known.familiarity === 'none' ? addressGroup(place.ip) : null
    const { matches, isOutdated } = await this.hasher.check(input.password, user?.password ?? null, stranger)
    if (!user || !matches) return { outcome: 'refused' }
    const renewed = isOutdated ? await this.hasher.hash(input.password) : null
    return this.unitOfWork.run(async (tx) => {
      const current = await this.users.lock(tx, user.id)
      // Removed, or the password was changed, while it was checked.
      if (current?.password !== user.password || !isSame(current, user)) return { outcome: 'refused' }
      if (renewed !== null) await this.users.update(tx, user.id, { password: renewed })
      await this.limits.giveBack(tx, buckets)
      return this.admitUser.afterPassword(tx, current, place, known.isTrusted)
    })
  }
}

const isSame = (current: ActiveUser | undefined, user: ActiveUser): current is ActiveUser =>
  current?.emailKey === user.emailKey
