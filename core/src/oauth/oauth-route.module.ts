import { ContainerModule } from 'inversify'
import { Clock } from '../kernel/clock.js'
import { Log } from '../kernel/log.js'
import { key, provideFrom } from '../kernel/provide.js'
import { RateLimiter } from '../rate-limiting/rate-limiter.js'
import { AuthorizationServer, type ServerEdge } from './authorization-server.js'
import { SERVER_PARTS } from './oauth.module.js'
import { oauthRoute } from './oauth.route.js'
import { RegisterClient } from './register-client.js'

/** Where a person decides about a request: a page of the dashboard. */
export const CONSENT_PATH = key<ServerEdge['consentPath']>('path of the consent page')
export const OAUTH_ROUTER = key<ReturnType<typeof oauthRoute>>('OAuth router')

/** Registrations and documents, a minute and address. */
const STRICT_LIMIT = 30

/** `/oauth/…`, of a process that serves HTTP. */
export const oauthRouteModule = new ContainerModule(({ bind }) => {
  provideFrom(
    bind,
    OAUTH_ROUTER,
    [SERVER_PARTS, CONSENT_PATH, RegisterClient, RateLimiter, Clock, Log],
    (parts, consentPath, registerClient, limiter, clock, log) =>
      oauthRoute({
        server: (edge) => new AuthorizationServer(parts, { ...edge, consentPath }),
        strictLimiter: new RateLimiter(clock, STRICT_LIMIT),
        ...{ registerClient, limiter, log },
      }),
  )
})
