import { type Generation, GenerationCache } from '../database/generation.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { type Clock, iso, MINUTE_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { Problem } from '../kernel/problem.js'
import type { Accounts } from './accounts.repository.js'
import { type ApiKey, hashKey, modeOfKey } from './api-key.js'
import type { ApiKeys } from './api-keys.repository.js'

export interface AuthenticatedKey {
  principal: AccountPrincipal
  keyId: string
  /** Requests a minute; null: the service's default. */
  rateLimit: number | null
}

/** Why a request is answered with 401: for the log, never for the client. */
export interface RefusedKey {
  refusal: 'missing' | 'malformed' | 'unknown' | 'revoked' | 'expired'
  /** Set if the key exists but is no longer valid. */
  keyId: string | null
}

const refused = (refusal: RefusedKey['refusal'], keyId: string | null = null): RefusedKey => ({ refusal, keyId })

const HEADER = /^bearer +(\S+) *$/i

/** Authenticates a request by its key (R136, R138). A revoked key is refused from the next request on (I49). */
export class AuthenticateKey {
  private readonly keys: GenerationCache<ApiKey>
  private readonly lastNoted = new Map<string, number>()

  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly accounts: Accounts,
    private readonly generation: Generation,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.keys = new GenerationCache(generation)
  }

  /** `authorization`: the header as received. */
  async run(authorization: string | undefined): Promise<AuthenticatedKey | RefusedKey> {
    if (authorization === undefined) return refused('missing')
    const text = HEADER.exec(authorization)?.[1]
    if (text === undefined || modeOfKey(text) === null) return refused('malformed')
    await this.generation.refresh()
    const hash = hashKey(text)
    const key = await this.keys.get(hash, () => this.apiKeys.findByHash(hash))
    const now = this.clock.now()
    if (!key) return refused('unknown')
    if (key.revokedAt !== null) return refused('revoked', key.id)
    if (key.expiresAt !== null && key.expiresAt <= iso(now)) return refused('expired', key.id)
    this.recordUse(key, now)
    return {
      principal: {
        accountId: key.accountId,
        livemode: key.livemode,
        surface: 'api',
        who: { kind: 'key', id: key.id },
        scopes: key.scopes,
        controls: key.controls,
      },
      keyId: key.id,
      rateLimit: key.rateLimit,
    }
  }

  /** @throws Problem `forbidden`: the account is suspended, or its profile is no longer verified (R139, R215). */
  async assertAllowed(principal: AccountPrincipal): Promise<void> {
    const account = await this.accounts.find(principal.accountId)
    if (!account || account.suspendedAt !== null) {
      throw new Problem('forbidden', { detail: 'This account is suspended.' })
    }
    if (principal.livemode && account.verifiedAt === null) {
      throw new Problem('forbidden', { detail: 'Live keys need a verified business profile.' })
    }
  }

  /** Once a minute is enough, and a failure never refuses a request. */
  private recordUse(key: ApiKey, now: Date): void {
    if (now.getTime() - (this.lastNoted.get(key.id) ?? 0) < MINUTE_MS) return
    this.lastNoted.set(key.id, now.getTime())
    this.unitOfWork
      .run((tx) => this.apiKeys.recordUse(tx, key.id, iso(now)))
      .catch((error: unknown) => this.log.warn({ err: error }, 'could not record the use of a key'))
  }
}
