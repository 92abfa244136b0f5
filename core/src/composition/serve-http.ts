import type { Express, Router } from 'express'
import { ContainerModule } from 'inversify'
import { AccessLog } from '../access-log/access-log.js'
import { AuthenticateKey } from '../accounts/authenticate-key.js'
import { Connections } from '../connections/connections.repository.js'
import { ReceiveReport } from '../mail/receive-report.js'
import { reportsRoute } from '../mail/reports.route.js'
import { buildApp } from '../http/app.js'
import { loadContract } from '../contract/contract.js'
import { ServedContract } from '../contract/served-contract.js'
import { RunOperation } from '../http/run-operation.js'
import { CallLog } from '../mcp/call-log.js'
import { MCP_ROUTES, mcpModule } from '../mcp/mcp.module.js'
import { createLimitedServer, type LimitedServer } from '../http/create-server.js'
import { openapiRoute } from '../http/openapi.route.js'
import { invoiceFilesRoute } from '../invoicing/files.route.js'
import { ReadInvoiceFiles } from '../invoicing/read-invoice-files.js'
import { NotificationProbe } from '../connections/notification-probe.js'
import { ReadNotification } from '../connections/read-notification.js'
import { ReceiveInvoicingNotification } from '../invoicing/receive-invoicing-notification.js'
import { Schedule } from '../work/schedule.js'
import { Ids } from '../kernel/ids.js'
import { BASE_URL, provideValue, valueOf } from '../kernel/provide.js'
import { isFollowingCheap } from '../kernel/scope.js'
import { Tracer } from '../kernel/tracer.js'
import { dashboardPathsModule } from '../dashboard/dashboard-paths.module.js'
import { metadataRoute } from '../oauth/metadata.route.js'
import { OAUTH_ROUTER, oauthRouteModule } from '../oauth/oauth-route.module.js'
import { ProtectedResources } from '../oauth/protected-resources.js'
import { PAYER_ROUTERS, payerPagesModule } from '../payer-pages/payer-pages.module.js'
import { Plugins } from '../plugin-host/registry.js'
import { RateLimiter } from '../rate-limiting/rate-limiter.js'
import { SHARE_EVERY_MS, SharedCounts } from '../rate-limiting/shared-counts.js'
import { notificationsRoute } from '../reconciliation/notifications.route.js'
import { ReceiveNotification } from '../reconciliation/receive-notification.js'
import { docsPages } from '../reference/docs.pages.js'
import { homePages } from '../reference/home.pages.js'
import { problemPages } from '../reference/problem.pages.js'
import { Sandbox } from '../sandbox/sandbox.js'
import { sandboxPages } from '../sandbox/sandbox-pages.route.js'
import type { Composition } from './compose.js'
import { dashboardRoute } from './dashboard-route.js'
import { knownProviders } from './known-providers.js'
import { type EarlyListener, listen, portOf } from './open-listener.js'
import { controllersModule } from './controllers.module.js'

export interface Serving {
  server: LimitedServer
  port: number
  stopSharing: () => Promise<void>
}

/**
 * @param ofOperators probes and metrics
 * @param early the server that has listened since the process began; without it, one listens from now on
 */
export async function serveHttp(
  composition: Composition,
  ofOperators: readonly Router[],
  early?: EarlyListener,
): Promise<Serving> {
  const { container, settings, ports } = composition
  const app = await appOf(composition, ofOperators)
  const accessLog = container.get(AccessLog)
  const isProxy = app.get('trust proxy fn') as (address: string, hop: number) => boolean
  const server = createLimitedServer({
    app,
    isTrustedProxy: (address) => isProxy(address, 0),
    limits: ports.connectionLimits,
    open: early?.handOver(),
    ids: container.get(Ids),
    limiter: container.get(RateLimiter),
    accessLog,
    clock: ports.clock,
    timer: ports.timer,
    log: ports.log,
    baseUrl: settings.baseUrl,
  })
  if (!early) await listen(server, settings)
  container.get(Schedule).start([accessLog, container.get(CallLog)])
  early?.release()
  return { server, port: portOf(server), stopSharing: shareCounts(composition) }
}

/** On Postgres there may be other processes. */
function shareCounts({ container, database }: Composition): () => Promise<void> {
  if (database.engine === 'sqlite') return () => Promise.resolve()
  const counts = container.get(SharedCounts)
  container.get(Schedule).start([{ name: 'rate limits', everyMs: SHARE_EVERY_MS, run: () => counts.send() }])
  return counts.start()
}

async function appOf(composition: Composition, ofOperators: readonly Router[]): Promise<Express> {
  const { container, settings, ports } = composition
  const { payment, invoicing } = await knownProviders(container.get(Plugins), container.get(Connections))
  const contract = new ServedContract(loadContract(settings.baseUrl, payment, invoicing))
  container.load(
    controllersModule,
    payerPagesModule,
    dashboardPathsModule,
    mcpModule,
    oauthRouteModule,
    new ContainerModule(({ bind }) => {
      provideValue(bind, ServedContract, contract)
      provideValue(bind, RunOperation, new RunOperation(contract, container))
    }),
  )
  return buildApp({
    contract,
    operations: container.get(RunOperation),
    authenticateKey: container.get(AuthenticateKey),
    limiter: container.get(RateLimiter),
    ids: container.get(Ids),
    clock: ports.clock,
    log: ports.log,
    accessLog: container.get(AccessLog),
    isFollowed: isFollowingCheap || settings.otelEndpoint !== null,
    tracer: container.get(Tracer),
    baseUrl: settings.baseUrl,
    trustedProxies: settings.trustedProxies,
    tools: valueOf(container, MCP_ROUTES),
    routers: [
      ...ofOperators,
      openapiRoute(contract.document),
      reportsRoute(container.get(ReceiveReport), settings.emailPlugin),
      notificationsRoute(container.get(ReadNotification), container.get(NotificationProbe), {
        payment: container.get(ReceiveNotification),
        invoicing: container.get(ReceiveInvoicingNotification),
      }),
      invoiceFilesRoute(container.get(ReadInvoiceFiles)),
      metadataRoute(valueOf(container, BASE_URL), container.get(ProtectedResources)),
      valueOf(container, OAUTH_ROUTER),
      ...valueOf(container, PAYER_ROUTERS),
      dashboardRoute(container),
      sandboxPages(container.get(Sandbox)),
      homePages(),
      docsPages(contract.document, settings.baseUrl),
      problemPages(),
    ],
  })
}
