import type { NextFunction, Request, Response } from 'express'
import type { AccessLog } from '../access-log/access-log.js'
import type { RefusedKey } from '../accounts/authenticate-key.js'
import { type AccountPrincipal, keyIdOf } from '../kernel/principal.js'
import { type Clock, iso } from '../kernel/clock.js'
import { duringRequest } from '../kernel/current-request.js'
import type { Ids } from '../kernel/ids.js'
import { invalid, type ProblemCode } from '../kernel/problem.js'
import { baseHeaders } from './base-headers.js'
import { isStorableText } from '../contract/storable-text.js'
import { clientAddress } from './client-address.js'
import { loggedPath, routeOf } from '../web/logged-path.js'

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the one way express lets a request be extended
  namespace Express {
    interface Request {
      /** Set by `authenticate`. */
      principal: AccountPrincipal
      requestId: string
      /** For rate limits and logs. */
      clientAddress: string
      /** Set when the response is a problem. */
      problemCode?: ProblemCode
      refusedKey?: RefusedKey
    }
  }
}

interface ContextParts {
  ids: Ids
  clock: Clock
  accessLog: Pick<AccessLog, 'note'>
  baseUrl: string
  /** Every line that is logged during a request has its id. */
  areLinesTraced: boolean
}

/** The client disconnected before the response; nginx logs the same status. */
const CLIENT_CLOSED_REQUEST = 499

/** Gives the request an id, and logs it when it is done. */
export function requestContext({ ids, clock, accessLog, baseUrl, areLinesTraced }: ContextParts) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const begun = clock.now()
    const { socket } = request
    const bytesBefore = socket.bytesWritten
    request.requestId = ids.uuid()
    request.clientAddress = clientAddress(request)
    for (const [name, value] of Object.entries(baseHeaders(request.requestId, baseUrl))) response.setHeader(name, value)
    response.once('close', () => {
      const principal = request.principal as AccountPrincipal | undefined
      accessLog.note({
        id: request.requestId,
        at: iso(begun),
        method: request.method,
        path: loggedPath(request),
        route: routeOf(request),
        status: response.headersSent ? response.statusCode : CLIENT_CLOSED_REQUEST,
        ms: Math.max(0, clock.now().getTime() - begun.getTime()),
        bytes: socket.bytesWritten - bytesBefore,
        accountId: principal?.accountId ?? null,
        keyId: (principal && keyIdOf(principal)) ?? request.refusedKey?.keyId ?? null,
        livemode: principal?.livemode ?? null,
        problem: request.problemCode ?? null,
        refusal: request.refusedKey?.refusal ?? null,
        client: request.clientAddress,
        protocol: request.secure ? 'https' : 'http',
      })
    })
    if (areLinesTraced) duringRequest(request.requestId, next)
    else next()
  }
}

/** Rejects a malformed URL. Runs after `authenticate`, so that these requests count against the rate limit, too (R244). */
export function rejectMalformedUrl(request: Request, _response: Response, next: NextFunction): void {
  if (!request.url.includes('%')) return next()
  let address: string
  try {
    address = decodeURIComponent(request.url)
  } catch {
    return next(invalid('url', 'has a broken percent-encoding'))
  }
  next(isStorableText(address) ? undefined : invalid('url', 'contains a NUL character'))
}
