import { type Clock, DAY_MS, iso, later } from '../kernel/clock.js'
import type { AccountPrincipal, AccountWidePrincipal } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import type { ApiKey } from './api-key.js'
import type { ApiKeys } from './api-keys.repository.js'

/** A key as people see it: nothing that signs in with it. */
export type ListedKey = Omit<ApiKey, 'hash'>

/** The keys of one mode, newest first. */
export interface KeysOfMode {
  inUse: ListedKey[]
  /** Revoked or expired in the last 90 days. */
  ended: ListedKey[]
}

const ENDED_SHOWN_MS = 90 * DAY_MS
const MAX_SHOWN = 500

/** Keys for people: never the text of a key, nor its hash (R137, R259). */
export class ReadKeys {
  constructor(
    private readonly keys: ApiKeys,
    private readonly clock: Clock,
  ) {}

  /** All keys of both modes, newest first. */
  async all({ accountId }: AccountWidePrincipal): Promise<ListedKey[]> {
    return (await this.keys.list(accountId)).map(toListed)
  }

  /** Those of the principal's mode. */
  async ofMode(principal: AccountPrincipal): Promise<KeysOfMode> {
    const now = this.clock.now()
    const keys = await this.keys.listOfMode(principal, iso(later(now, -ENDED_SHOWN_MS)), MAX_SHOWN)
    const listed = keys.map(toListed)
    return {
      inUse: listed.filter((key) => !hasEnded(key, now)),
      ended: listed.filter((key) => hasEnded(key, now)),
    }
  }

  /** @throws Problem `not_found`: no such key in the principal's account and mode */
  async one(principal: AccountPrincipal, id: string): Promise<ListedKey> {
    const key = await this.keys.find(principal, id)
    if (!key) throw notFound('key')
    return toListed(key)
  }
}

const toListed = ({ hash: _, ...key }: ApiKey): ListedKey => key

const hasEnded = ({ revokedAt, expiresAt }: ListedKey, now: Date): boolean =>
  revokedAt !== null || (expiresAt !== null && expiresAt <= iso(now))
