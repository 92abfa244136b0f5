import express, { type Express, type RequestHandler, type Router } from 'express'
import type { AccessLog } from '../access-log/access-log.js'
import type { AuthenticateKey } from '../accounts/authenticate-key.js'
import type { Clock } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import type { Log } from '../kernel/log.js'
import type { Tracer } from '../kernel/tracer.js'
import { Problem } from '../kernel/problem.js'
import type { RateLimiter } from '../rate-limiting/rate-limiter.js'
import { authenticate } from './authenticate.js'
import type { ServedContract } from '../contract/served-contract.js'
import { errorHandler } from './error-handler.js'
import { jsonBody } from './json-body.js'
import { rejectMalformedUrl, requestContext } from './request-context.js'
import { methodNotAllowed } from './method-not-allowed.js'
import { operationRoutes } from './operation-routes.js'
import type { RunOperation } from './run-operation.js'

interface AppParts {
  contract: ServedContract
  operations: RunOperation
  authenticateKey: AuthenticateKey
  limiter: RateLimiter
  ids: Ids
  clock: Clock
  log: Log
  accessLog: AccessLog
  isFollowed: boolean
  tracer: Tracer
  baseUrl: string
  /** Addresses or CIDR ranges whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: readonly string[]
  /** Tools of agents, by path: before the routes of the contract, each of which would be tried for every call. */
  tools: ReadonlyMap<string, RequestHandler>
  /** Routes outside the contract. */
  routers: readonly Router[]
}

/** The edge: every step a request passes, in order. */
export function buildApp(parts: AppParts): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.set('trust proxy', [...parts.trustedProxies])

  const answerError = errorHandler(parts.baseUrl, parts.log)

  app.use(requestContext(parts))
  app.use('/v1', authenticate(parts.authenticateKey, parts.limiter, answerError))
  app.use(rejectMalformedUrl)
  for (const [path, handler] of parts.tools) app.route(path).all(handler)
  app.use('/v1', jsonBody())
  operationRoutes(app, parts.operations)
  app.use(methodNotAllowed(parts.contract.document))
  for (const router of parts.routers) app.use(router)
  app.use(() => {
    throw new Problem('not_found', { detail: 'There is no resource at this URL.' })
  })
  app.use(answerError)
  return app
}
