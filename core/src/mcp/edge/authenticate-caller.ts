import type { Request, Response } from 'express'
import { modeOfKey } from '../../accounts/api-key.js'
import type { AuthenticateKey, RefusedKey } from '../../accounts/authenticate-key.js'
import { assertWithinLimit } from '../../http/authenticate.js'
import { type AccountPrincipal, API_SCOPES } from '../../kernel/principal.js'
import { Problem } from '../../kernel/problem.js'
import type { AuthenticateToken } from '../../oauth/authenticate-token.js'
import type { ProtectedResources } from '../../oauth/protected-resources.js'
import type { RateLimiter } from '../../rate-limiting/rate-limiter.js'
import { type Caller, clientName } from '../caller.js'

const TOKEN = /^bearer +(\S+) *$/i

/** Authenticates and rate-limits a request to a resource before anything else of it is read, as `/v1` does. */
export class AuthenticateCaller {
  constructor(
    private readonly authenticateKey: AuthenticateKey,
    private readonly authenticateToken: AuthenticateToken,
    private readonly resources: ProtectedResources,
    private readonly limiter: RateLimiter,
  ) {}

  /** @throws Problem `unauthorized`, `forbidden`, `rate_limited` */
  async run(request: Request, response: Response, livemode: boolean): Promise<Caller> {
    const token = TOKEN.exec(request.headers.authorization ?? '')?.[1]
    const isKey = token === undefined || modeOfKey(token) !== null
    return isKey ? this.byKey(request, response, livemode) : this.byToken(token, request, response, livemode)
  }

  private async byKey(request: Request, response: Response, livemode: boolean): Promise<Caller> {
    const known = await this.authenticateKey.run(request.headers.authorization)
    if ('refusal' in known) throw this.refused(known, request, response, livemode)
    request.principal = known.principal
    assertWithinLimit(this.limiter.take(known.keyId, known.rateLimit), response)
    this.assertMode(known.principal, livemode)
    await this.authenticateKey.assertAllowed(known.principal)
    return {
      principal: { ...known.principal, surface: 'mcp' },
      clientName: clientName(request.headers['user-agent'] ?? ''),
    }
  }

  private async byToken(token: string, request: Request, response: Response, livemode: boolean): Promise<Caller> {
    const known = await this.authenticateToken.run(token, { livemode })
    if ('refusal' in known) {
      // The log has one list of reasons for keys and tokens.
      const refusal = known.refusal === 'wrong_resource' ? 'unknown' : known.refusal
      throw this.refused({ refusal, keyId: known.grantId }, request, response, livemode)
    }
    request.principal = known.principal
    assertWithinLimit(this.limiter.take(known.grantId, null), response)
    return { principal: known.principal, clientName: clientName(known.clientName) }
  }

  /** Tells a client where to find out how to get access (RFC 9728, section 5.1). */
  private refused(refusal: RefusedKey, request: Request, response: Response, livemode: boolean): Problem {
    request.refusedKey = refusal
    assertWithinLimit(this.limiter.takeAddress(request.clientAddress), response)
    const fault = refusal.refusal === 'missing' ? '' : 'error="invalid_token", '
    return new Problem('unauthorized', {
      detail: 'Connect over OAuth, or send an API key as: Authorization: Bearer <API_KEY>.',
      headers: { 'WWW-Authenticate': `Bearer ${fault}${challenge(this.resources.metadataUrl(livemode), API_SCOPES)}` },
    })
  }

  private assertMode({ livemode }: AccountPrincipal, wanted: boolean): void {
    if (livemode === wanted) return
    const [key, serves] = livemode ? ['live', 'test'] : ['test', 'live']
    throw new Problem('forbidden', {
      detail: `This is a ${key} key, and this address serves ${serves} mode: connect to ${this.resources.of(livemode)}.`,
    })
  }
}

/** The parameters of `WWW-Authenticate` that every refusal of a resource has. */
export const challenge = (metadataUrl: string, scopes: readonly string[]): string =>
  `resource_metadata="${metadataUrl}", scope="${scopes.join(' ')}"`
