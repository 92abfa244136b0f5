import express, { type NextFunction, type Request, type RequestHandler, type Response, type Router } from 'express'
import type { Log } from '../kernel/log.js'
import { Problem } from '../kernel/problem.js'
import type { RateLimiter } from '../rate-limiting/rate-limiter.js'
import type { Taken } from '../rate-limiting/sliding-log.js'
import { DEFAULT_LOCALE, readerLocale, sendPage } from '../web/answer.js'
import { pageHeaders } from '../web/page-headers.js'
import { type AuthorizationServer, type ServerEdge } from './authorization-server.js'
import { errorPage } from './error-page.js'
import { ENDPOINTS } from './metadata.js'
import { toMetadata } from './oauth-client.js'
import { invalidRequest, OAuthProblem, toOAuthProblem } from './oauth-problem.js'
import type { RegisterClient } from './register-client.js'

export interface OAuthRouteParts {
  server: (edge: Pick<ServerEdge, 'mayFetch' | 'errorPage'>) => AuthorizationServer
  registerClient: RegisterClient
  /** Of all requests. */
  limiter: RateLimiter
  /** Of what makes the service store or read something for a client that no person knows: registrations, documents. */
  strictLimiter: RateLimiter
  log: Log
}

/** A request for a code or token has less than two kilobytes. */
const MAX_BODY = 32 * 1024

/** `/oauth/…`: the endpoints of the authorization server. */
export function oauthRoute({ server: serverAt, registerClient, limiter, strictLimiter, log }: OAuthRouteParts): Router {
  const server = serverAt({
    mayFetch: (request) => strictLimiter.takeAddress((request as Request).clientAddress).allowed,
    errorPage: (request, error) => {
      const { page } = errorPage(readerLocale(request as Request, DEFAULT_LOCALE), error)
      return { headers: pageHeaders(page), html: page.html }
    },
  })
  const passOn: RequestHandler = (request, response) => server.handle(request, response, request.originalUrl)
  const limit =
    (by: RateLimiter): RequestHandler =>
    (request, _response, next) => {
      assertAllowed(by.takeAddress(request.clientAddress))
      next()
    }
  const readRaw = express.raw({ type: () => true, limit: MAX_BODY, inflate: false })

  const router = express.Router()
  router.use('/oauth', guard, limit(limiter))
  router.all([ENDPOINTS.authorization, `${ENDPOINTS.authorization}/:uid`], only('GET', 'HEAD'), passOn)
  router.all([ENDPOINTS.token, ENDPOINTS.revocation], only('POST', 'OPTIONS'), refuseLargeBody, passOn)
  router.all(
    ENDPOINTS.registration,
    anyOrigin,
    only('POST', 'OPTIONS'),
    limit(strictLimiter),
    readRaw,
    async (request, response) => {
      const client = await registerClient.run(jsonOf(request))
      const issuedAt = Math.floor(Date.parse(client.createdAt) / 1000)
      response.status(201).json({ ...toMetadata(client), client_id_issued_at: issuedAt })
    },
  )
  router.use('/oauth', (error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) return next(error)
    answerError(error, request, response, log)
  })
  return router
}

/** For whatever is not a page, which brings its own. */
function guard(_request: Request, response: Response, next: NextFunction): void {
  response.set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  })
  next()
}

const only =
  (...methods: string[]): RequestHandler =>
  (request, _response, next) => {
    if (methods.includes(request.method)) return next()
    const allow = methods.join(', ')
    throw new OAuthProblem(405, 'invalid_request', `This URL allows only ${allow}.`, { Allow: allow })
  }

/** Programs that run in a browser register from their own site. */
const anyOrigin: RequestHandler = (request, response, next) => {
  response.set('Access-Control-Allow-Origin', '*')
  if (request.method !== 'OPTIONS') return next()
  response
    .set({ 'Access-Control-Allow-Methods': 'POST', 'Access-Control-Allow-Headers': 'Content-Type' })
    .status(204)
    .end()
}

/** The library reads the body itself, up to a limit of its own. */
const refuseLargeBody: RequestHandler = (request, _response, next) => {
  if (Number(request.headers['content-length'] ?? 0) <= MAX_BODY) return next()
  throw new OAuthProblem(413, 'invalid_request', 'The body is too large.', { Connection: 'close' })
}

function assertAllowed({ allowed, limit, retryAfterSeconds }: Taken): void {
  if (allowed) return
  throw new Problem('rate_limited', {
    detail: `At most ${limit} requests a minute. Try again in ${retryAfterSeconds} s.`,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}

function jsonOf(request: Request): unknown {
  if (request.is('application/json') === false) throw invalidRequest('Send the metadata as application/json.', 415)
  try {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw invalidRequest('The body is not valid JSON in UTF-8.')
  }
}

function answerError(error: unknown, request: Request, response: Response, log: Log): void {
  const { status, error: code, description, headers } = toOAuthProblem(error)
  if (status === 500) log.error({ err: error, request: request.requestId }, 'an OAuth request failed')
  response.set(headers)
  if (!request.path.startsWith(ENDPOINTS.authorization)) {
    return void response.status(status).json({ error: code, error_description: description })
  }
  sendPage(response, status, errorPage(readerLocale(request, DEFAULT_LOCALE), error).page)
}
