import {
  type CallToolResult,
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import type { TestClient } from '../support/test-client.js'

/** The revisions that the resources serve. */
export const REVISIONS = ['2026-07-28', '2025-11-25'] as const
export type Revision = (typeof REVISIONS)[number]

export interface AgentOptions {
  revision?: Revision
  key?: string
  path?: '/mcp' | '/mcp/test'
  capabilities?: NonNullable<ClientOptions['capabilities']>
}

/** The official client, connected with an API key. */
export async function connectAgent(
  server: Pick<TestClient, 'url' | 'key'>,
  { revision = '2026-07-28', key = server.key, path = '/mcp/test', capabilities = {} }: AgentOptions = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test-agent', version: '1.2.3' },
    { capabilities, versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' } },
  )
  const transport = new StreamableHTTPClientTransport(new URL(server.url + path), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  })
  await client.connect(transport)
  return client
}

/** What a tool answered: the structured content, and whether the call failed. */
export interface Answer {
  isError: boolean
  body: any
  text: string
  raw: CallToolResult
}

export async function callTool(agent: Client, name: string, given: object = {}): Promise<Answer> {
  const raw = await agent.callTool({ name, arguments: given as Record<string, unknown> })
  const [first] = raw.content
  const text = first?.type === 'text' ? first.text : ''
  return { isError: raw.isError === true, body: raw.structuredContent, text, raw }
}
