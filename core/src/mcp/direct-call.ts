import type { IncomingHttpHeaders } from 'node:http'

/** A plain `tools/call`, read from its message. */
export interface DirectCall {
  id: string | number
  name: string
  arguments: Record<string, unknown>
  /** What the program calls itself; undefined: this revision does not say it with each call. */
  client: { name: string; version: string } | undefined
  isStateless: boolean
}

type Fields = Record<string, unknown>

const STATELESS = '2026-07-28'
const FORMER = new Set(['2025-11-25', '2025-06-18', '2025-03-26'])
const META = 'io.modelcontextprotocol/'

/**
 * A tool call that needs nothing of the protocol beyond call and result, which is almost every call: answered without the
 * SDK, whose server, transport and schemas cost more than the call itself. Null: anything else, which the SDK answers,
 * what is malformed included.
 */
export function readDirectCall(message: unknown, headers: IncomingHttpHeaders): DirectCall | null {
  if (!isFields(message) || !hasOnly(message, ['jsonrpc', 'id', 'method', 'params'])) return null
  const { jsonrpc, id, method, params } = message
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isFields(params)) return null
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return null
  const { name, arguments: given = {}, _meta: meta } = params
  if (typeof name !== 'string' || !isFields(given) || !acceptsBoth(headers)) return null
  const call = { id: id as string | number, name, arguments: given }
  const revision = headers['mcp-protocol-version']
  if (revision !== STATELESS) {
    const isPlain = typeof revision === 'string' && FORMER.has(revision) && hasOnly(params, ['name', 'arguments'])
    return isPlain ? { ...call, client: undefined, isStateless: false } : null
  }
  if (headers['mcp-method'] !== method || headers['mcp-name'] !== name) return null
  if (!hasOnly(params, ['name', 'arguments', '_meta']) || !isFields(meta)) return null
  const client = readEnvelope(meta)
  return client ? { ...call, client, isStateless: true } : null
}

/** Who calls, if the envelope has what every request needs and nothing else. */
function readEnvelope(meta: Fields): { name: string; version: string } | null {
  const [version, info, capabilities] = ['protocolVersion', 'clientInfo', 'clientCapabilities'].map((key) => META + key)
  if (!version || !info || !capabilities || !hasOnly(meta, [version, info, capabilities])) return null
  const client = meta[info]
  if (meta[version] !== STATELESS || !isFields(client) || !isFields(meta[capabilities])) return null
  if (!hasOnly(client, ['name', 'version']) || !Object.values(meta[capabilities]).every(isFields)) return null
  const { name, version: clientVersion } = client
  if (typeof name !== 'string' || typeof clientVersion !== 'string') return null
  return { name, version: clientVersion }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasOnly = (value: Fields, names: readonly string[]): boolean =>
  Object.keys(value).every((name) => names.includes(name))

const acceptsBoth = ({ accept = '' }: IncomingHttpHeaders): boolean =>
  accept.includes('application/json') && accept.includes('text/event-stream')
