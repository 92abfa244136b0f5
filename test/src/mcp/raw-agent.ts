import type { Reply, TestClient } from '../support/test-client.js'
import type { Revision } from './agent.js'

const META = 'io.modelcontextprotocol/'

export interface RawOptions {
  revision?: Revision
  key?: string
  path?: '/mcp' | '/mcp/test'
  /** Added to the message's `_meta`: then it is more than a plain call. */
  meta?: object
}

/** Sends one message as it is on the wire. The answer's body is its JSON-RPC message, also if it came as an event. */
export async function sendRaw(
  server: TestClient,
  method: string,
  params: Record<string, unknown> = {},
  { revision = '2026-07-28', key = server.key, path = '/mcp/test', meta }: RawOptions = {},
): Promise<Reply> {
  const isStateless = revision === '2026-07-28'
  const envelope = {
    [`${META}protocolVersion`]: revision,
    [`${META}clientInfo`]: { name: 'raw-agent', version: '1' },
    [`${META}clientCapabilities`]: {},
  }
  const _meta = { ...(isStateless && envelope), ...meta }
  const message = {
    ...{ jsonrpc: '2.0', id: 7, method },
    params: { ...params, ...(Object.keys(_meta).length > 0 && { _meta }) },
  }
  const name = params['name'] ?? params['uri']
  const headers = {
    ...{ Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': revision },
    ...(isStateless && { 'Mcp-Method': method, ...(typeof name === 'string' && { 'Mcp-Name': name }) }),
  }
  const reply = await server.call('POST', path, message, { key, headers })
  const isStream = reply.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (!isStream) return reply
  const data = /^data: (.+)$/m.exec(reply.text)?.[1] ?? ''
  return { ...reply, body: JSON.parse(data) }
}
