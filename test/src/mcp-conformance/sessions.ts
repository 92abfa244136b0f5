import { randomUUID } from 'node:crypto'
import {
  isInitializeRequest,
  type McpHandlerRequestOptions,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'

/**
 * Serves 2025-11-25 with sessions, which scenarios need that ask the client during a call. The product serves it without,
 * so that any replica can answer.
 */
export class Sessions {
  private readonly open = new Map<string, WebStandardStreamableHTTPServerTransport>()

  constructor(private readonly makeServer: () => Server) {}

  async fetch(request: Request, options: McpHandlerRequestOptions): Promise<Response> {
    const id = request.headers.get('mcp-session-id')
    const transport = id === null ? await this.start(options.parsedBody) : this.open.get(id)
    if (transport) return transport.handleRequest(request, options)
    const [status, message] = id === null ? [400, 'Send the ID of a session.'] : [404, 'There is no such session.']
    return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32000, message } }, { status })
  }

  async close(): Promise<void> {
    for (const transport of this.open.values()) await transport.close()
  }

  private async start(message: unknown): Promise<WebStandardStreamableHTTPServerTransport | undefined> {
    if (!isInitializeRequest(message)) return undefined
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.open.set(id, transport),
      onsessionclosed: (id) => void this.open.delete(id),
    })
    await this.makeServer().connect(transport)
    return transport
  }
}
