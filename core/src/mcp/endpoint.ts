import type { McpHandlerRequestOptions, McpHttpHandler, Server } from '@modelcontextprotocol/server'
import type { Log } from '../kernel/log.js'
import type { Caller } from './caller.js'

/** Answers authenticated requests to `/mcp` and `/mcp/test`. */
export interface Endpoint {
  fetch(request: Request, options: McpHandlerRequestOptions): Promise<Response>
  close(): Promise<void>
}

/** What speaks MCP is loaded with the first request: most installations have no agents. */
export async function openEndpoint(makeServer: (caller: Caller) => Server, log: Log): Promise<McpHttpHandler> {
  const { createMcpHandler } = await import('@modelcontextprotocol/server')
  return createMcpHandler(({ authInfo }) => makeServer(callerOf(authInfo)), {
    // Each request of an older client is answered by itself, too: any replica can answer it.
    legacy: 'stateless',
    onerror: (error) => log.debug({ err: error }, 'an MCP request was rejected'),
  })
}

/** The caller, in the form in which the SDK hands it to the server. */
export const authInfoOf = (caller: Caller): NonNullable<McpHandlerRequestOptions['authInfo']> => ({
  token: '',
  clientId: caller.clientName,
  scopes: [...(caller.principal.scopes ?? [])],
  extra: { caller },
})

export function callerOf(authInfo: McpHandlerRequestOptions['authInfo']): Caller {
  const caller = authInfo?.extra?.['caller'] as Caller | undefined
  if (!caller) throw new Error('a request reached MCP without authentication')
  return caller
}
