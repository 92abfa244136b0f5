import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { TestClient } from '../support/test-client.js'

/** The revisions that the resources serve. */
export const REVISIONS = ['2026-07-28', '2025-11-25'] as const
export type Revision = (typeof REVISIONS)[number]

export interface AgentOptions {
  revision?: Revision
  key?: string
  path?: '/mcp' | '/mcp/test'
  capabilities?: ConstructorParameters<typeof Client>[1] extends infer Options
    ? NonNullable<Options> extends { capabilities?: infer Capabilities }
      ? Capabilities
      : never
    : never
}

/** The official client, connected with an API key. */
export async function connectAgent(
  server: TestClient,
  { revision = '2026-07-28', key = server.key, path = '/mcp/test', capabilities = {} }: AgentOptions = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test-agent', version: '1.2.3' },
    {
      capabilities: capabilities ?? {},
      versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' },
    },
  )
  const transport = new StreamableHTTPClientTransport(new URL(server.url + path), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  })
  await client.connect(transport)
  return client
}
