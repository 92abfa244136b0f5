import { type Clock, DAY_MS, iso, later } from '../kernel/clock.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import type { Grant } from './grant.js'
import type { Grants } from './grants.repository.js'

/** The grants of one mode, newest first. */
export interface GrantsOfMode {
  inUse: Grant[]
  /** Revoked in the last 90 days. */
  ended: Grant[]
}

const ENDED_SHOWN_MS = 90 * DAY_MS
const MAX_SHOWN = 500

/** The agents that people connected, for people. */
export class ReadGrants {
  constructor(
    private readonly grants: Grants,
    private readonly clock: Clock,
  ) {}

  /** Those of the principal's mode. */
  async ofMode(principal: AccountPrincipal): Promise<GrantsOfMode> {
    const since = iso(later(this.clock.now(), -ENDED_SHOWN_MS))
    const grants = await this.grants.listOfMode(principal, since, MAX_SHOWN)
    return {
      inUse: grants.filter(({ revokedAt }) => revokedAt === null),
      ended: grants.filter(({ revokedAt }) => revokedAt !== null),
    }
  }

  /** @throws Problem `not_found`: no such grant in the principal's account and mode */
  async one(principal: AccountPrincipal, id: string): Promise<Grant> {
    const grant = await this.grants.find(principal, id)
    if (!grant) throw notFound('grant')
    return grant
  }
}
