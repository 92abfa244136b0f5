import type { IncomingHttpHeaders } from 'node:http'
import { type Caller, clientName } from './caller.js'
import type { CallTool } from './call-tool.js'
import { type DirectCall, readDirectCall } from './direct-call.js'
import type { ServerIdentity } from './server-identity.js'
import type { ToolResult } from './tool-result.js'
import type { Tools } from './tools.js'

/** Answers plain tool calls as the SDK does, at a fraction of its cost. */
export class AnswerDirectly {
  /** What every result of the stateless revision carries. */
  private readonly stateless: object

  constructor(
    private readonly tools: Tools,
    private readonly callTool: CallTool,
    identity: ServerIdentity,
  ) {
    this.stateless = { _meta: { 'io.modelcontextprotocol/serverInfo': identity }, resultType: 'complete' }
  }

  /** The JSON of the answer; null: the SDK answers. */
  async run(
    { principal, clientName: known }: Caller,
    message: unknown,
    headers: IncomingHttpHeaders,
  ): Promise<string | null> {
    const call = readDirectCall(message, headers)
    const tool = call && this.tools.find(call.name)
    // What may need a person depends on what the client can do, and only the SDK knows that of every revision.
    if (!tool || principal.controls?.askFirst.includes(tool.listed.name)) return null
    const client = clientName(call.client ? `${call.client.name} ${call.client.version}` : known)
    const outcome = await this.callTool.run({ principal, client, tool, arguments: call.arguments })
    if (!('result' in outcome)) return null
    return this.toJson(call, outcome.result)
  }

  private toJson({ id, isStateless }: DirectCall, { structuredJson, ...result }: ToolResult): string {
    const shared = isStateless ? this.stateless : {}
    if (structuredJson === undefined) return JSON.stringify({ jsonrpc: '2.0', id, result: { ...shared, ...result } })
    const others = JSON.stringify({ jsonrpc: '2.0', id, result: { ...shared, content: result.content } })
    return `${others.slice(0, -'}}'.length)},"structuredContent":${structuredJson}}}`
  }
}
