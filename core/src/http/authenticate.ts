import type { NextFunction, Request, Response } from 'express'
import type { AuthenticateKey } from '../accounts/authenticate-key.js'
import type { Caller } from '../kernel/caller.js'
import { Problem } from '../kernel/problem.js'
import type { RateLimiter } from '../rate-limiting/rate-limiter.js'

type Refuse = (refusal: unknown, request: Request, response: Response, next: NextFunction) => void

/** Who asks, and not too often: before anything of the request is read (R100, R136, R175). */
export function authenticate(authenticateKey: AuthenticateKey, limiter: RateLimiter, refuse: Refuse) {
  const admit = async (request: Request, response: Response): Promise<Caller> => {
    const known = hasOneAuthorization(request) ? await authenticateKey.run(request.headers.authorization) : null
    take(limiter, response, known?.caller.keyId ?? request.socket.remoteAddress ?? '', known?.rateLimit ?? null)
    if (!known) {
      throw new Problem('unauthorized', {
        detail: 'Send a valid API key as: Authorization: Bearer <API_KEY>.',
        headers: { 'WWW-Authenticate': 'Bearer' },
      })
    }
    await authenticateKey.assertAllowed(known.caller)
    return known.caller
  }
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    try {
      request.caller = await admit(request, response)
    } catch (refusal) {
      // At once: express would ask every route whether it takes errors, and refusing is to cost least.
      return refuse(refusal, request, response, next)
    }
    next()
  }
}

/** Node keeps the first of two; which of them was meant is not for us to guess. */
function hasOneAuthorization(request: Request): boolean {
  const { rawHeaders } = request
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'authorization') count++
  return count === 1
}

function take(limiter: RateLimiter, response: Response, who: string, limit: number | null): void {
  const taken = limiter.take(who, limit)
  response.setHeader('X-RateLimit-Limit', taken.limit)
  response.setHeader('X-RateLimit-Remaining', taken.remaining)
  response.setHeader('X-RateLimit-Reset', taken.resetSeconds)
  if (taken.allowed) return
  throw new Problem('rate_limited', {
    detail: `At most ${taken.limit} requests a minute. Try again in ${taken.retryAfterSeconds} s.`,
    headers: { 'Retry-After': String(taken.retryAfterSeconds) },
  })
}
