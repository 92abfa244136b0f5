import type { NextFunction, Request, Response } from 'express'
import type { Caller } from '../kernel/caller.js'
import type { Ids } from '../kernel/ids.js'
import { invalid } from '../kernel/problem.js'
import { isCleanText } from './check-text.js'

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the one way express lets a request be extended
  namespace Express {
    interface Request {
      /** Whoever asks; known past `authenticate`. */
      caller: Caller
      requestId: string
    }
  }
}

/** Names the request. */
export function requestContext(ids: Ids) {
  return (request: Request, response: Response, next: NextFunction): void => {
    request.requestId = ids.uuid()
    response.setHeader('X-Request-Id', request.requestId)
    response.setHeader('X-Content-Type-Options', 'nosniff')
    next()
  }
}

/** Refuses an address that is not one. Past `authenticate`: this answer, too, counts and says so (R244). */
export function checkAddress(request: Request, _response: Response, next: NextFunction): void {
  if (!request.url.includes('%')) return next()
  let address: string
  try {
    address = decodeURIComponent(request.url)
  } catch {
    return next(invalid('url', 'has a broken percent-encoding'))
  }
  next(isCleanText(address) ? undefined : invalid('url', 'has a NUL'))
}
