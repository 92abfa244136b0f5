import { randomBytes, randomUUID } from 'node:crypto'
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  inputRequired,
  type InputRequest,
  type InputRequests,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { result, text, tool, type FixtureTool } from './fixture.js'

/** What the client hands back between the rounds of a call: nothing of a call is kept here. */
export const STATES = createRequestStateCodec<{ tool: string; round: number; nonce: string }>({ key: randomBytes(32) })

const mint = (name: string, round = 1): Promise<string> => STATES.mint({ tool: name, round, nonce: randomUUID() })

const ask = (message: string, field: string, type: 'string' | 'boolean' = 'string'): InputRequest =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [field]: type === 'string' ? { type } : { type } },
      required: [field],
    },
  })

const askModel = (prompt: string, maxTokens: number): InputRequest =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(prompt) }], maxTokens })

const need = (inputRequests: InputRequests, requestState?: string): InputRequiredResult =>
  inputRequired({ inputRequests, ...(requestState !== undefined && { requestState }) })

/** What a form's field has in the answer to one of our requests; undefined: no such answer. */
export const fieldOf = (ctx: ServerContext, request: string, field: string): unknown =>
  acceptedContent(ctx.mcpReq.inputResponses, request)?.[field]

const answerOf = (ctx: ServerContext, request: string): Record<string, unknown> | undefined =>
  ctx.mcpReq.inputResponses?.[request] as Record<string, unknown> | undefined

const NAME = { user_name: ask('What is your name?', 'name') }
const CONFIRM = { confirm: ask('Please confirm', 'ok', 'boolean') }

/** Tools that return what they need of a client of 2026-07-28, and are called again with it. */
export const INPUT_TOOLS: readonly FixtureTool[] = [
  tool('test_missing_capability', 'Needs the model of the client.', async (_given, ctx) =>
    answerOf(ctx, 'answer') ? result(text('answered')) : need({ answer: askModel('Say pong.', 16) }),
  ),
  tool('test_input_required_result_elicitation', 'Needs a name.', async (_given, ctx) => {
    const name = fieldOf(ctx, 'user_name', 'name')
    return typeof name === 'string' ? result(text(`Hello, ${name}!`)) : need(NAME)
  }),
  tool('test_input_required_result_sampling', 'Needs the model of the client.', async (_given, ctx) => {
    const answer = answerOf(ctx, 'capital_question')
    if (!answer) return need({ capital_question: askModel('What is the capital of France?', 100) })
    return result(text(JSON.stringify(answer['content'])))
  }),
  tool('test_input_required_result_list_roots', 'Needs the roots of the client.', async (_given, ctx) => {
    const roots = answerOf(ctx, 'client_roots')?.['roots']
    return Array.isArray(roots)
      ? result(text(JSON.stringify(roots)))
      : need({ client_roots: inputRequired.listRoots() })
  }),
  tool('test_input_required_result_request_state', 'Needs a confirmation, with state.', async (_given, ctx) => {
    const isConfirmed = fieldOf(ctx, 'confirm', 'ok') !== undefined && ctx.mcpReq.requestState() !== undefined
    return isConfirmed ? result(text('state-ok')) : need(CONFIRM, await mint('request_state'))
  }),
  tool('test_input_required_result_tampered_state', 'Needs a confirmation, with state.', async (_given, ctx) => {
    const isConfirmed = fieldOf(ctx, 'confirm', 'ok') !== undefined && ctx.mcpReq.requestState() !== undefined
    return isConfirmed ? result(text('state-ok')) : need(CONFIRM, await mint('tampered_state'))
  }),
  tool('test_input_required_result_multiple_inputs', 'Needs three answers at once.', async (_given, ctx) => {
    const name = fieldOf(ctx, 'user_name', 'name')
    const [greeting, roots] = [answerOf(ctx, 'greeting'), answerOf(ctx, 'client_roots')]
    if (typeof name === 'string' && greeting && roots) return result(text(`Hello, ${name}!`))
    const requests = { greeting: askModel('Generate a greeting', 50), client_roots: inputRequired.listRoots() }
    return need({ ...NAME, ...requests }, await mint('multiple_inputs'))
  }),
  tool('test_input_required_result_multi_round', 'Needs a name, then a color.', async (_given, ctx) => {
    const round = ctx.mcpReq.requestState<{ round: number }>()?.round ?? 0
    if (round === 0) return need({ step1: ask('Step 1: What is your name?', 'name') }, await mint('multi_round', 1))
    if (round > 1) return result(text(`The color is ${String(fieldOf(ctx, 'step2', 'color'))}.`))
    return need({ step2: ask('Step 2: What is your favorite color?', 'color') }, await mint('multi_round', 2))
  }),
  tool('test_input_required_result_capabilities', 'Needs what the client can do.', async (_given, ctx) => {
    if (ctx.mcpReq.inputResponses !== undefined) return result(text('answered'))
    const envelope: { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } = ctx.mcpReq.envelope ?? {}
    const can = envelope[CLIENT_CAPABILITIES_META_KEY]
    const requests = {
      ...(can?.elicitation && NAME),
      ...(can?.sampling && { greeting: askModel('Generate a greeting', 50) }),
      ...(can?.roots && { client_roots: inputRequired.listRoots() }),
    }
    return Object.keys(requests).length > 0 ? need(requests) : result(text('nothing to ask'))
  }),
]

/** For the prompt that needs one. */
export const needContext = (): InputRequiredResult =>
  need({ user_context: ask('What context should the prompt use?', 'context') })
