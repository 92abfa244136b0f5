import { isLegacyRequest, type McpHttpHandler } from '@modelcontextprotocol/server'
import type { Log } from '@paylink/core/kernel/log'
import { type Endpoint, openEndpoint } from '@paylink/core/mcp/endpoint'
import { FixtureServers } from './fixture-server.js'
import { Sessions } from './sessions.js'

/** The product's handler with the suite's tools in place of its own, and sessions for 2025-11-25 in front of it. */
export async function openFixtureEndpoint(log: Log): Promise<Endpoint> {
  const servers = new FixtureServers(() => handler.notify)
  const handler: McpHttpHandler = await openEndpoint(() => servers.make(), log)
  const sessions = new Sessions(() => servers.make())
  return {
    fetch: async (request, options) =>
      (await isLegacyRequest(request, options.parsedBody))
        ? sessions.fetch(request, options)
        : handler.fetch(request, options),
    close: async () => {
      await sessions.close()
      await handler.close()
    },
  }
}
