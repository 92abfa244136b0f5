import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type ServerNotifier,
} from '@modelcontextprotocol/server'
import { ASKING_TOOLS } from './asking-tools.js'
import { CONTENT_TOOLS } from './content-tools.js'
import { result, text, tool, type FixtureTool } from './fixture.js'
import { INPUT_TOOLS, STATES } from './input-tools.js'
import { LISTED_RESOURCES, LISTED_TEMPLATES, PROMPTS, readResource } from './resources-and-prompts.js'

const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  logging: {},
  completions: {},
}

/** Makes servers with what the scenarios of the official suite call by name. */
export class FixtureServers {
  private readonly tools: ReadonlyMap<string, FixtureTool>

  /** @param notifier tells subscribers of 2026-07-28 */
  constructor(notifier: () => ServerNotifier) {
    const triggers = [
      tool('test_trigger_tool_change', 'Tells subscribers that tools have changed.', async () => {
        notifier().toolsChanged()
        return result(text('told'))
      }),
      tool('test_trigger_prompt_change', 'Tells subscribers that prompts have changed.', async () => {
        notifier().promptsChanged()
        return result(text('told'))
      }),
    ]
    const all = [...CONTENT_TOOLS, ...ASKING_TOOLS, ...INPUT_TOOLS, ...triggers]
    this.tools = new Map(all.map((one) => [one.listed.name, one]))
  }

  make(): Server {
    const server = new Server(
      { name: 'paylink-conformance', version: '1.0.0' },
      { capabilities: CAPABILITIES, requestState: { verify: STATES.verify } },
    )
    server.setRequestHandler('tools/list', () => ({ tools: [...this.tools.values()].map(({ listed }) => listed) }))
    server.setRequestHandler('tools/call', ({ params }, ctx) => this.call(params.name, params.arguments ?? {}, ctx))
    server.setRequestHandler('resources/list', () => ({ resources: LISTED_RESOURCES }))
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: LISTED_TEMPLATES }))
    server.setRequestHandler('resources/read', ({ params }) => readResource(params.uri))
    server.setRequestHandler('resources/subscribe', () => ({}))
    server.setRequestHandler('resources/unsubscribe', () => ({}))
    server.setRequestHandler('prompts/list', () => ({
      prompts: Object.entries(PROMPTS).map(([name, { description, arguments: given = [] }]) => ({
        name,
        description,
        arguments: given.map((one) => ({ name: one, required: true })),
      })),
    }))
    server.setRequestHandler('prompts/get', ({ params }, ctx) => {
      const prompt = PROMPTS[params.name]
      if (!prompt) throw unknown('prompt')
      return prompt.get(params.arguments ?? {}, ctx)
    })
    server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0, hasMore: false } }))
    return server
  }

  private async call(
    name: string,
    given: Record<string, unknown>,
    ctx: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult> {
    const called = this.tools.get(name)
    if (!called) throw unknown('tool')
    try {
      return await called.run(given, ctx)
    } catch (error) {
      return { ...result(text(error instanceof Error ? error.message : String(error))), isError: true }
    }
  }
}

const unknown = (kind: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such ${kind}.`)
