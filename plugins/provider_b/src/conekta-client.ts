import { ProviderUnavailableError, type PluginContext } from '@paylink/plugin-api'
import { ConektaFailure, isRecord } from './conekta-errors.js'

/** What the SDK hands to its HTTP client. */
interface ConektaRequest {
  method?: string
  url: string
  data?: unknown
  headers: Record<string, unknown>
}

/** As much of an axios instance as the SDK uses. */
export interface ConektaClient {
  /** The SDK reads `baseURL` from it: without one it uses the address of its configuration. */
  defaults: Record<string, never>
  request(request: ConektaRequest): Promise<{ data: Record<string, unknown> }>
}

/**
 * Sends the SDK's requests through `ctx.http`: its own client checks no certificates and keeps no deadline.
 *
 * Rejects every answer that is not a Conekta object: the SDK would return a proxy's page with status 200 as text.
 */
export function clientOver({ http, signal }: PluginContext): ConektaClient {
  const request = async ({ method = 'GET', url, data, headers: given }: ConektaRequest) => {
    if (signal.aborted) throw new ProviderUnavailableError('the deadline passed before Conekta was asked')
    const { status, headers, body } = await http.request({
      method: method.toUpperCase(),
      url,
      headers: textsOf(given),
      body: typeof data === 'string' ? data : undefined,
      effect: method.toUpperCase() === 'GET' ? 'read' : 'write',
    })
    const json = parse(body)
    const isObject = status >= 200 && status < 300 && isRecord(json) && json['object'] !== 'error'
    if (!isObject) throw new ConektaFailure(status, headers, json)
    return { data: json }
  }
  return { defaults: {}, request }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

const textsOf = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
