import { ProviderUnavailableError, type PluginContext } from '@paylink/plugin-api'
import { ConektaFailure, isRecord } from './conekta-errors.js'

/** The parts of an axios adapter's request and answer that we use. */
interface AxiosRequest {
  method?: string
  url?: string
  data?: unknown
  headers: { toJSON(): Record<string, unknown> }
}
interface AxiosAnswer {
  status: number
  statusText: string
  headers: Record<string, string>
  data: Record<string, unknown>
  config: AxiosRequest
}

/**
 * Sends the SDK's requests through `ctx.http`: its own transport checks no certificates and keeps no deadline.
 *
 * Rejects every answer that is not a Conekta object: the SDK would return a proxy's page with status 200 as text.
 */
export function transportOver({ http, signal }: PluginContext): (config: AxiosRequest) => Promise<AxiosAnswer> {
  return async (config) => {
    if (signal.aborted) throw new ProviderUnavailableError('the deadline passed before Conekta was asked')
    const method = (config.method ?? 'get').toUpperCase()
    const { status, headers, body } = await http.request({
      method,
      url: config.url ?? '',
      headers: plainHeaders(config.headers.toJSON()),
      body: typeof config.data === 'string' ? config.data : undefined,
      effect: method === 'GET' ? 'read' : 'write',
    })
    const json = parse(body)
    const isObject = status >= 200 && status < 300 && isRecord(json) && json['object'] !== 'error'
    if (!isObject) throw new ConektaFailure(status, headers, json)
    return { status, statusText: '', headers, data: json, config }
  }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

function plainHeaders(headers: Record<string, unknown>): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    // `ctx.http` sets the length itself.
    if (typeof value === 'string' && name.toLowerCase() !== 'content-length') plain[name] = value
  }
  return plain
}
