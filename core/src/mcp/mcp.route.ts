import type { Request, RequestHandler, Response } from 'express'
import { InsufficientScopeProblem } from '../contract/served-operation.js'
import type { BaseUrl } from '../kernel/named.js'
import type { AnswerDirectly } from './answer-directly.js'
import { type AuthenticateCaller, challenge } from './edge/authenticate-caller.js'
import type { CallTool } from './call-tool.js'
import type { Caller } from './caller.js'
import { checkOrigin } from './edge/check-origin.js'
import { authInfoOf, type Endpoint } from './endpoint.js'
import { readFileUri } from './file-uris.js'
import { BadMessageError, readMessage } from './edge/read-message.js'
import { mcpPath, type ProtectedResources } from '../oauth/protected-resources.js'
import type { Tools } from './tools.js'
import { sendWebResponse, toWebRequest } from './edge/web-message.js'

interface RouteParts {
  authenticate: AuthenticateCaller
  answerDirectly: AnswerDirectly
  callTool: CallTool
  tools: Tools
  resources: ProtectedResources
  /** Opened with the first request. */
  openEndpoint: () => Promise<Endpoint>
  baseUrl: BaseUrl
}

/** The resource servers of both modes, by path. */
export function mcpRoutes(parts: RouteParts): ReadonlyMap<string, RequestHandler> {
  let opening: Promise<Endpoint> | undefined
  const endpoint = (): Promise<Endpoint> => (opening ??= parts.openEndpoint())
  return new Map([true, false].map((livemode) => [mcpPath(livemode), serve({ ...parts, livemode, endpoint })]))
}

function serve({
  authenticate,
  answerDirectly,
  callTool,
  tools,
  livemode,
  endpoint,
  resources,
  baseUrl,
}: Omit<RouteParts, 'openEndpoint'> & { livemode: boolean; endpoint: () => Promise<Endpoint> }): RequestHandler {
  const { origin, host, hostname } = new URL(baseUrl)
  const own = { origin, host, hostname }
  return async (request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    checkOrigin(request, own)
    const caller = await authenticate.run(request, response, livemode)
    try {
      const message = request.method === 'POST' ? await readMessage(request, response) : undefined
      const missing = missingScopes(tools, caller, message)
      if (missing) {
        noteRefusal(callTool, tools, caller, message)
        return refuse(missing, resources.metadataUrl(livemode))
      }
      const direct = await answerDirectly.run(caller, message, request.headers)
      if (direct !== null) return sendJson(response, direct)
      await forward(await endpoint(), caller, message, request, response, baseUrl)
    } catch (error) {
      if (!(error instanceof BadMessageError)) throw error
      const { code, message } = error
      response.status(400).json({ jsonrpc: '2.0', id: null, error: { code, message } })
    }
  }
}

function sendJson(response: Response, text: string): void {
  response.setHeader('Content-Type', 'application/json')
  response.end(text)
}

async function forward(
  endpoint: Endpoint,
  caller: Caller,
  message: unknown,
  request: Request,
  response: Response,
  baseUrl: string,
): Promise<void> {
  const answer = await endpoint.fetch(toWebRequest(request, response, baseUrl), {
    authInfo: authInfoOf(caller),
    ...(message !== undefined && { parsedBody: message }),
  })
  await sendWebResponse(answer, response)
}

/** The part of a message that names what it needs. Nothing of it is checked yet. */
interface ToolMessage {
  method?: unknown
  params?: { name?: unknown; uri?: unknown; arguments?: unknown }
}

/** What the caller lacks for the tool or file that a message names; null: nothing. */
function missingScopes(tools: Tools, { principal }: Caller, message: unknown): InsufficientScopeProblem | null {
  const { method, params } = (message ?? {}) as ToolMessage
  const needed = scopesFor(tools, method, params ?? {})
  const granted: readonly string[] | null = principal.scopes
  const missing = granted === null ? [] : needed.filter((scope) => !granted.includes(scope))
  return missing.length === 0 ? null : new InsufficientScopeProblem(needed, missing)
}

function scopesFor(tools: Tools, method: unknown, { name, uri }: { name?: unknown; uri?: unknown }): readonly string[] {
  if (method === 'tools/call' && typeof name === 'string') return tools.find(name)?.scopes ?? []
  if (method !== 'resources/read' || typeof uri !== 'string') return []
  const file = readFileUri(uri)
  return file ? [file.template.scope] : []
}

/** A call that is refused for its scopes is in the audit log like any other. */
function noteRefusal(callTool: CallTool, tools: Tools, { principal, clientName }: Caller, message: unknown): void {
  const { method, params } = message as ToolMessage
  const tool = method === 'tools/call' && tools.find(String(params?.name))
  if (!tool) return
  const given = params?.arguments
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
  callTool.note({ principal, client: clientName, tool, arguments: isObject ? { ...given } : {} }, 'forbidden')
}

/** Over HTTP, so that an OAuth client asks for the scopes and tries again (RFC 6750, section 3.1). */
function refuse(problem: InsufficientScopeProblem, metadataUrl: string): never {
  const parameters = challenge(metadataUrl, problem.scopes)
  problem.headers['WWW-Authenticate'] = `Bearer error="insufficient_scope", ${parameters}`
  throw problem
}
