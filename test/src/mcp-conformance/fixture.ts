import type {
  CallToolResult,
  ContentBlock,
  GetPromptResult,
  InputRequiredResult,
  ServerContext,
  Tool,
} from '@modelcontextprotocol/server'

/** One tool that scenarios call by its name. */
export interface FixtureTool {
  listed: Tool
  run(given: Record<string, unknown>, ctx: ServerContext): Promise<CallToolResult | InputRequiredResult>
}

export interface FixturePrompt {
  description: string
  arguments?: readonly string[]
  get(given: Record<string, string>, ctx: ServerContext): GetPromptResult | InputRequiredResult
}

/** One pixel. */
export const PNG: ContentBlock & { type: 'image' } = {
  type: 'image',
  mimeType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4AWNgaGgAAAGEAQFEDJxwAAAAAElFTkSuQmCC',
}

/** One sample. */
export const WAV: ContentBlock & { type: 'audio' } = {
  type: 'audio',
  mimeType: 'audio/wav',
  data: 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQIAAAAAAA==',
}

export const text = (value: string): ContentBlock & { type: 'text' } => ({ type: 'text', text: value })

export const resource = (uri: string, mimeType: string, value: string): ContentBlock & { type: 'resource' } => ({
  type: 'resource',
  resource: { uri, mimeType, text: value },
})

export const result = (...content: ContentBlock[]): CallToolResult => ({ content })

/** A tool; its arguments are required texts. */
export const tool = (
  name: string,
  description: string,
  run: FixtureTool['run'],
  given: readonly string[] = [],
): FixtureTool => ({
  listed: {
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(given.map((one) => [one, { type: 'string' }])),
      required: [...given],
    },
  },
  run,
})
