import { type Clock, iso } from '../kernel/clock.js'
import type { Devices } from './devices.repository.js'
import type { Place } from './session.js'
import type { Sessions } from './sessions.repository.js'
import type { Familiarity } from './sign-in-buckets.js'
import { hashToken } from './token.js'

export interface KnownPlace {
  familiarity: Familiarity
  /** The person asked not to be asked for a code in this browser. */
  isTrusted: boolean
}

/** An id that no user has: the same is read for an address without a user. */
const UNKNOWN = 'usr_'

/** From where a user has signed in before. */
export class KnownPlaces {
  constructor(
    private readonly devices: Devices,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
  ) {}

  async find(userId: string | undefined, place: Place): Promise<KnownPlace> {
    const now = iso(this.clock.now())
    const device = await this.devices.find(hashToken(place.device ?? ''), userId ?? UNKNOWN, now)
    const knowsAddress = await this.sessions.knowsAddress(userId ?? UNKNOWN, place.ip)
    return {
      familiarity: device ? 'device' : knowsAddress ? 'address' : 'none',
      isTrusted: device !== undefined && device.trustedUntil !== null && device.trustedUntil > now,
    }
  }
}
