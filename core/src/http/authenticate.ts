import type { NextFunction, Request, Response } from 'express'
import type { AuthenticatedKey, AuthenticateKey, RefusedKey } from '../accounts/authenticate-key.js'
import { Problem } from '../kernel/problem.js'
import type { RateLimiter } from '../rate-limiting/rate-limiter.js'
import type { Taken } from '../rate-limiting/sliding-log.js'

type Refuse = (refusal: unknown, request: Request, response: Response, next: NextFunction) => void

/** Authenticates and rate-limits a request before anything else of it is read (R100, R136, R175). */
export function authenticate(authenticateKey: AuthenticateKey, limiter: RateLimiter, refuse: Refuse) {
  const identify = async (request: Request, response: Response): Promise<AuthenticatedKey | RefusedKey> => {
    if (countAuthorizations(request) > 1) return { refusal: 'malformed', keyId: null }
    try {
      return await authenticateKey.run(request.headers.authorization)
    } catch (error) {
      // The key cannot be looked up. Every response reports a limit (R175); this one does not enforce it.
      setLimitHeaders(limiter.takeAddress(request.clientAddress), response)
      throw error
    }
  }
  const admit = async (request: Request, response: Response): Promise<void> => {
    const known = await identify(request, response)
    if ('refusal' in known) {
      request.refusedKey = known
      assertWithinLimit(limiter.takeAddress(request.clientAddress), response)
      throw new Problem('unauthorized', {
        detail: 'Send a valid API key as: Authorization: Bearer <API_KEY>.',
        headers: { 'WWW-Authenticate': 'Bearer' },
      })
    }
    request.principal = known.principal
    assertWithinLimit(limiter.take(known.keyId, known.rateLimit), response)
    await authenticateKey.assertAllowed(known.principal)
  }
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    response.setHeader('Cache-Control', 'no-store')
    try {
      await admit(request, response)
    } catch (refusal) {
      // Not through `next`: express would try every route for an error handler, and refusing must be cheap.
      return refuse(refusal, request, response, next)
    }
    next()
  }
}

/** Node keeps the first of two headers; the client may have meant the other. */
function countAuthorizations(request: Request): number {
  const { rawHeaders } = request
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'authorization') count++
  return count
}

function setLimitHeaders({ limit, remaining, resetSeconds }: Taken, response: Response): void {
  response.setHeader('X-RateLimit-Limit', limit)
  response.setHeader('X-RateLimit-Remaining', remaining)
  response.setHeader('X-RateLimit-Reset', resetSeconds)
}

/** @throws Problem `rate_limited` */
export function assertWithinLimit(taken: Taken, response: Response): void {
  setLimitHeaders(taken, response)
  if (taken.allowed) return
  throw new Problem('rate_limited', {
    detail: `At most ${taken.limit} requests a minute. Try again in ${taken.retryAfterSeconds} s.`,
    headers: { 'Retry-After': String(taken.retryAfterSeconds) },
  })
}
