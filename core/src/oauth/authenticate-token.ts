import type { AuthenticateKey } from '../accounts/authenticate-key.js'
import { isApiScope } from '../accounts/api-key.js'
import type { Grant } from '../agents/grant.js'
import type { Grants } from '../agents/grants.repository.js'
import { type Generation, GenerationCache } from '../database/generation.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Users } from '../identity/users.repository.js'
import { type Clock, iso, MINUTE_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { AccountPrincipal, ApiScope } from '../kernel/principal.js'
import { hashArtifact } from './artifact.js'
import { mayConnectAgents } from './may-connect-agents.js'
import type { ProtectedResources } from './protected-resources.js'
import type { SealedArtifacts } from './sealed-artifacts.js'

export interface AuthenticatedToken {
  /** In the mode of the resource that the token is for, with the token's scopes and the grant's limits. */
  principal: AccountPrincipal
  grantId: string
  /** What the agent's program calls itself. */
  clientName: string
}

/** Why a request is answered with 401: for the log, never for the client. */
export interface RefusedToken {
  refusal: 'malformed' | 'unknown' | 'expired' | 'revoked' | 'wrong_resource'
  /** Set if the token exists but is no longer valid, or not here. */
  grantId: string | null
}

interface KnownToken {
  grant: Grant
  scopes: ApiScope[]
  resource: unknown
  expiresAt: string
  /** The person who connected the agent may still do so. */
  isBacked: boolean
}

const refused = (refusal: RefusedToken['refusal'], grantId: string | null = null): RefusedToken => ({
  refusal,
  grantId,
})

/** 256 random bits in base64url. */
const SHAPE = /^[\w-]{43}$/

/** Authenticates a request by an access token. A revoked grant is refused from the next request on (I49). */
export class AuthenticateToken {
  private readonly tokens: GenerationCache<KnownToken>
  private readonly lastNoted = new Map<string, number>()

  constructor(
    private readonly artifacts: SealedArtifacts,
    private readonly grants: Grants,
    private readonly users: Users,
    private readonly resources: ProtectedResources,
    private readonly authenticateKey: AuthenticateKey,
    private readonly generation: Generation,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.tokens = new GenerationCache(generation)
  }

  /**
   * @param token the text alone, without `Bearer`
   * @param at the mode of the resource that was called: a token for the other one is refused; left out: either
   * @throws Problem `forbidden`: the account is suspended, or its profile is no longer verified
   */
  async run(token: string, at?: { livemode: boolean }): Promise<AuthenticatedToken | RefusedToken> {
    if (!SHAPE.test(token)) return refused('malformed')
    await this.generation.refresh()
    const known = await this.tokens.get(hashArtifact(token), () => this.load(token))
    if (!known) return refused('unknown')
    const { grant, scopes, resource, expiresAt, isBacked } = known
    const now = this.clock.now()
    if (grant.revokedAt !== null || !isBacked) return refused('revoked', grant.id)
    if (expiresAt <= iso(now)) return refused('expired', grant.id)
    const mode = this.resources.modeOf(resource)
    if (mode?.livemode !== grant.livemode || (at && at.livemode !== grant.livemode)) {
      return refused('wrong_resource', grant.id)
    }
    const { accountId, livemode, controls } = grant
    const who = { kind: 'grant', id: grant.id } as const
    const principal: AccountPrincipal = { accountId, livemode, surface: 'mcp', who, scopes, controls }
    await this.authenticateKey.assertAllowed(principal)
    this.recordUse(grant.id, now)
    return { principal, grantId: grant.id, clientName: grant.clientName }
  }

  private async load(token: string): Promise<KnownToken | undefined> {
    const artifact = await this.artifacts.find('access_token', token)
    const grant = artifact?.grantId ? await this.grants.findById(artifact.grantId) : undefined
    if (!artifact || !grant) return undefined
    const { scope, aud } = artifact.opened
    const user = await this.users.find(grant.userId)
    return {
      grant,
      scopes: (typeof scope === 'string' ? scope.split(' ') : []).filter(isApiScope),
      resource: aud,
      expiresAt: artifact.expiresAt,
      isBacked: mayConnectAgents(user),
    }
  }

  /** Once a minute is enough, and a failure never refuses a request. */
  private recordUse(grantId: string, now: Date): void {
    if (now.getTime() - (this.lastNoted.get(grantId) ?? 0) < MINUTE_MS) return
    this.lastNoted.set(grantId, now.getTime())
    this.unitOfWork
      .run((tx) => this.grants.recordUse(tx, grantId, iso(now)))
      .catch((error: unknown) => this.log.warn({ err: error }, 'could not record the use of a grant'))
  }
}
