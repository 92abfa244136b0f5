import { ResourceNotFoundError, type GetPromptResult, type ReadResourceResult } from '@modelcontextprotocol/server'
import { PNG, resource, text, type FixturePrompt } from './fixture.js'
import { fieldOf, needContext } from './input-tools.js'

type Content = ReadResourceResult['contents'][number]

const plain = (uri: string, value: string): Content => ({ uri, mimeType: 'text/plain', text: value })

const RESOURCES: readonly Content[] = [
  plain('test://static-text', 'This is the content of the static text resource.'),
  { uri: 'test://static-binary', mimeType: PNG.mimeType, blob: PNG.data },
  plain('test://watched-resource', 'Watched resource content'),
]

export const LISTED_RESOURCES = RESOURCES.map(({ uri, mimeType }) => ({
  uri,
  mimeType,
  name: uri.slice('test://'.length),
}))
export const LISTED_TEMPLATES = [
  { uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' },
]

export function readResource(uri: string): ReadResourceResult {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? []
  if (id !== undefined) {
    const data = { id, templateTest: true, data: `Data for ID: ${id}` }
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }] }
  }
  const found = RESOURCES.find((one) => one.uri === uri)
  if (!found) throw new ResourceNotFoundError(uri)
  return { contents: [found] }
}

const messages = (...contents: GetPromptResult['messages'][number]['content'][]): GetPromptResult => ({
  messages: contents.map((content) => ({ role: 'user', content })),
})

export const PROMPTS: Record<string, FixturePrompt> = {
  test_simple_prompt: {
    description: 'A prompt without arguments',
    get: () => messages(text('This is a simple prompt for testing.')),
  },
  test_prompt_with_arguments: {
    description: 'A prompt with arguments',
    arguments: ['arg1', 'arg2'],
    get: ({ arg1 = '', arg2 = '' }) => messages(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  test_prompt_with_embedded_resource: {
    description: 'A prompt with a resource',
    arguments: ['resourceUri'],
    get: ({ resourceUri = '' }) =>
      messages(
        resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
        text('Please process the embedded resource above.'),
      ),
  },
  test_prompt_with_image: {
    description: 'A prompt with an image',
    get: () => messages(PNG, text('Please analyze the image above.')),
  },
  test_input_required_result_prompt: {
    description: 'A prompt that needs an answer of a person',
    get: (_given, ctx) => {
      const context = fieldOf(ctx, 'user_context', 'context')
      return typeof context === 'string' ? messages(text(`Use the following context: ${context}`)) : needContext()
    },
  },
}
