import { ContainerModule } from 'inversify'
import { AuthenticateKey } from '../accounts/authenticate-key.js'
import { AskPerson } from '../agents/ask-person.js'
import { AuditLog } from '../audit/audit-log.repository.js'
import { ServedContract } from '../contract/served-contract.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { RunOperation } from '../http/run-operation.js'
import { ReadInvoiceFiles } from '../invoicing/read-invoice-files.js'
import { Clock } from '../kernel/clock.js'
import { Log } from '../kernel/log.js'
import { BASE_URL, key, provide, provideFrom } from '../kernel/provide.js'
import { Timer } from '../kernel/timer.js'
import { AuthenticateToken } from '../oauth/authenticate-token.js'
import { ProtectedResources } from '../oauth/protected-resources.js'
import { RateLimiter } from '../rate-limiting/rate-limiter.js'
import { AnswerDirectly } from './answer-directly.js'
import { AuthenticateCaller } from './edge/authenticate-caller.js'
import { CallLog } from './call-log.js'
import { CallTool } from './call-tool.js'
import type { Endpoint } from './endpoint.js'
import { mcpRoutes } from './mcp.route.js'
import { ReadFile } from './read-file.js'
import type { ServerIdentity } from './server-identity.js'
import { Tools } from './tools.js'

/** Opens what answers MCP requests. */
export const OPEN_ENDPOINT = key<() => Promise<Endpoint>>('MCP endpoint')
export const MCP_ROUTES = key<ReturnType<typeof mcpRoutes>>('MCP routes')

const IDENTITY = key<ServerIdentity>('MCP server identity')

export const mcpModule = new ContainerModule(({ bind }) => {
  provide(bind, Tools, [ServedContract])
  provide(bind, CallLog, [AuditLog, UnitOfWork, Clock, Timer, Log])
  provide(bind, CallTool, [RunOperation, AskPerson, CallLog, Clock, Log, BASE_URL])
  provide(bind, ReadFile, [RunOperation, ReadInvoiceFiles])
  provideFrom(bind, IDENTITY, [ServedContract, BASE_URL], ({ document }, websiteUrl) => ({
    name: 'paylink',
    title: 'PayLink',
    version: document.info.version,
    websiteUrl,
  }))
  provide(bind, AnswerDirectly, [Tools, CallTool, IDENTITY])
  provide(bind, AuthenticateCaller, [AuthenticateKey, AuthenticateToken, ProtectedResources, RateLimiter])
  provideFrom(
    bind,
    OPEN_ENDPOINT,
    [Tools, CallTool, ReadFile, BASE_URL, IDENTITY, Log],
    (tools, callTool, readFile, baseUrl, identity, log) => async () => {
      const [{ AgentServers }, { openEndpoint }] = await Promise.all([
        import('./agent-server.js'),
        import('./endpoint.js'),
      ])
      const servers = new AgentServers(tools, callTool, readFile, baseUrl, identity)
      return openEndpoint((caller) => servers.make(caller), log)
    },
  )
  provideFrom(
    bind,
    MCP_ROUTES,
    [AuthenticateCaller, AnswerDirectly, CallTool, Tools, ProtectedResources, OPEN_ENDPOINT, BASE_URL],
    (authenticate, answerDirectly, callTool, tools, resources, openEndpoint, baseUrl) =>
      mcpRoutes({ authenticate, answerDirectly, callTool, tools, resources, openEndpoint, baseUrl }),
  )
})
