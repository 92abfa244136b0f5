import type { ServerContext } from '@modelcontextprotocol/server'
import { PNG, resource, result, text, tool, type FixtureTool, WAV } from './fixture.js'

/** Between two notifications of one call, so that they can be seen to arrive one by one. */
const STEP_MS = 50

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, STEP_MS))

async function logSteps(ctx: ServerContext): Promise<void> {
  await ctx.mcpReq.log('info', 'Tool execution started')
  await pause()
  await ctx.mcpReq.log('info', 'Tool processing data')
  await pause()
  await ctx.mcpReq.log('info', 'Tool execution completed')
}

async function reportProgress({ mcpReq }: ServerContext): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
    }
    await pause()
  }
}

/** Tools that answer without asking the client. */
export const CONTENT_TOOLS: readonly FixtureTool[] = [
  tool('test_simple_text', 'Returns a text.', async () => result(text('This is a simple text response for testing.'))),
  tool('test_image_content', 'Returns an image.', async () => result(PNG)),
  tool('test_audio_content', 'Returns a sound.', async () => result(WAV)),
  tool('test_embedded_resource', 'Returns a resource.', async () =>
    result(resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')),
  ),
  tool('test_multiple_content_types', 'Returns a text, an image and a resource.', async () =>
    result(
      text('Multiple content types test:'),
      PNG,
      resource('test://mixed-content-resource', 'application/json', JSON.stringify({ test: 'data', value: 123 })),
    ),
  ),
  tool('test_error_handling', 'Fails.', async () => {
    throw new Error('This tool intentionally returns an error for testing')
  }),
  tool('test_tool_with_logging', 'Logs three messages.', async (_given, ctx) => {
    await logSteps(ctx)
    return result(text('logged'))
  }),
  tool('test_logging_tool', 'Logs a message, if the request sets a level.', async (_given, ctx) => {
    await ctx.mcpReq.log('info', 'This request set a level.')
    return result(text('logged'))
  }),
  tool('test_tool_with_progress', 'Reports progress three times.', async (_given, ctx) => {
    await reportProgress(ctx)
    return result(text('done'))
  }),
  tool('test_streaming_elicitation', 'Returns a text; its stream has no requests.', async () => result(text('done'))),
]
