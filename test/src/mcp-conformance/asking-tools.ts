import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/server'
import { result, text, tool, type FixtureTool } from './fixture.js'

type Fields = ElicitRequestFormParams['requestedSchema']['properties']

const form = (message: string, properties: Fields, required: string[] = []): ElicitRequestFormParams => ({
  mode: 'form',
  message,
  requestedSchema: { type: 'object', properties, required },
})

const DEFAULTS: Fields = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
}

const options = ['option1', 'option2', 'option3']
const titled = ['First', 'Second', 'Third'].map((title, index) => ({ const: `value${index + 1}`, title }))

const ENUMS: Fields = {
  untitledSingle: { type: 'string', enum: options },
  titledSingle: { type: 'string', oneOf: titled },
  legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option 1', 'Option 2', 'Option 3'] },
  untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
  titledMulti: { type: 'array', items: { anyOf: titled } },
}

const answered = ({ action, content = {} }: ElicitResult): ReturnType<FixtureTool['run']> =>
  Promise.resolve(result(text(`action=${action}, content=${JSON.stringify(content)}`)))

/** Tools that ask a client of 2025-11-25 during the call, over its session. */
export const ASKING_TOOLS: readonly FixtureTool[] = [
  tool(
    'test_sampling',
    'Asks the model of the client.',
    async ({ prompt }, ctx) => {
      const messages = [{ role: 'user' as const, content: text(String(prompt)) }]
      const { content } = await ctx.mcpReq.requestSampling({ messages, maxTokens: 100 })
      const [first] = [content].flat()
      return result(text(`LLM response: ${first?.type === 'text' ? first.text : ''}`))
    },
    ['prompt'],
  ),
  tool(
    'test_elicitation',
    'Asks the person at the client.',
    async ({ message }, ctx) =>
      answered(await ctx.mcpReq.elicitInput(form(String(message), { response: { type: 'string' } }, ['response']))),
    ['message'],
  ),
  tool('test_elicitation_sep1034_defaults', 'Asks with a default for each kind of field.', async (_given, ctx) =>
    answered(await ctx.mcpReq.elicitInput(form('Please check the values', DEFAULTS))),
  ),
  tool('test_elicitation_sep1330_enums', 'Asks with each kind of choice.', async (_given, ctx) =>
    answered(await ctx.mcpReq.elicitInput(form('Please choose', ENUMS))),
  ),
]
