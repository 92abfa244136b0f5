import type { Request, Response } from 'express'
import type { AuthenticateKey } from '../../accounts/authenticate-key.js'
import { type AccountPrincipal, API_SCOPES } from '../../kernel/principal.js'
import type { BaseUrl } from '../../kernel/named.js'
import { Problem } from '../../kernel/problem.js'
import { assertWithinLimit } from '../../http/authenticate.js'
import type { RateLimiter } from '../../rate-limiting/rate-limiter.js'
import { type Caller, clientName } from '../caller.js'
import { resourceUrl } from '../../kernel/resource-url.js'

/** Authenticates and rate-limits a request to a resource before anything else of it is read, as `/v1` does. */
export class AuthenticateCaller {
  constructor(
    private readonly authenticateKey: AuthenticateKey,
    private readonly limiter: RateLimiter,
    private readonly baseUrl: BaseUrl,
  ) {}

  /** @throws Problem `unauthorized`, `forbidden`, `rate_limited` */
  async run(request: Request, response: Response, livemode: boolean): Promise<Caller> {
    const known = await this.authenticateKey.run(request.headers.authorization)
    if ('refusal' in known) {
      request.refusedKey = known
      assertWithinLimit(this.limiter.takeAddress(request.clientAddress), response)
      throw this.unauthorized(livemode, request.headers.authorization !== undefined)
    }
    request.principal = known.principal
    assertWithinLimit(this.limiter.take(known.keyId, known.rateLimit), response)
    assertMode(known.principal, livemode, this.baseUrl)
    await this.authenticateKey.assertAllowed(known.principal)
    const principal: AccountPrincipal = { ...known.principal, surface: 'mcp' }
    return { principal, clientName: clientName(request.headers['user-agent'] ?? '') }
  }

  /** Tells a client where to find out how to get access (RFC 9728, section 5.1). */
  private unauthorized(livemode: boolean, hasToken: boolean): Problem {
    const fault = hasToken ? 'error="invalid_token", ' : ''
    return new Problem('unauthorized', {
      detail: 'Connect over OAuth, or send an API key as: Authorization: Bearer <API_KEY>.',
      headers: { 'WWW-Authenticate': `Bearer ${fault}${challenge(livemode, this.baseUrl, API_SCOPES)}` },
    })
  }
}

/** The parameters of `WWW-Authenticate` that every refusal of a resource has. */
export const challenge = (livemode: boolean, baseUrl: string, scopes: readonly string[]): string =>
  `resource_metadata="${resourceUrl(baseUrl, livemode, '/.well-known/oauth-protected-resource')}", scope="${scopes.join(' ')}"`

function assertMode({ livemode }: AccountPrincipal, wanted: boolean, baseUrl: string): void {
  if (livemode === wanted) return
  const text = livemode
    ? 'This is a live key, and this address serves test mode'
    : 'This is a test key, and this address serves live mode'
  throw new Problem('forbidden', { detail: `${text}: connect to ${resourceUrl(baseUrl, livemode)}.` })
}
