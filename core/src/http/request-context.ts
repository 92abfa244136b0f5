import type { NextFunction, Request, Response } from 'express'
import type { AccessLog } from '../access-log/access-log.js'
import type { RefusedKey } from '../accounts/authenticate-key.js'
import { type AccountPrincipal, keyIdOf } from '../kernel/principal.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { invalid, type ProblemCode } from '../kernel/problem.js'
import { baseHeaders } from './base-headers.js'
import { currentScope, inScope } from '../kernel/scope.js'
import type { Span, Tracer } from '../kernel/tracer.js'
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
  tracer: Tracer
  /** Every line that is logged during a request has its id. */
  isFollowed: boolean
}

/** The client disconnected before the response; nginx logs the same status. */
const CLIENT_CLOSED_REQUEST = 499

/** Gives the request an id, and logs it when it is done. */
export function requestContext({ ids, clock, accessLog, baseUrl, tracer, isFollowed }: ContextParts) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const begun = clock.now()
    const { socket } = request
    const bytesBefore = socket.bytesWritten
    request.requestId = ids.uuid()
    request.clientAddress = clientAddress(request)
    const span = tracer.begin(request.method, 'server', {
      isRoot: true,
      traceparent: one(request.headers['traceparent']),
    })
    for (const [name, value] of Object.entries(baseHeaders(request.requestId, baseUrl))) response.setHeader(name, value)
    response.once('close', () => {
      endSpan(span, request, response)
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
    span.run(() => (isFollowed ? inScope({ ...currentScope(), request: request.requestId }, next) : next()))
  }
}

/** By the route: a path may grant access. */
function endSpan(span: Span, request: Request, response: Response): void {
  const route = routeOf(request)
  if (route !== null) span.rename(`${request.method} ${route}`)
  span.set({
    'http.request.method': request.method,
    ...(route === null ? {} : { 'http.route': route }),
    'http.response.status_code': response.statusCode,
    'paylink.request_id': request.requestId,
  })
  if (response.statusCode >= 500) span.fail(request.problemCode ?? String(response.statusCode))
  span.end()
}

const one = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined

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
