import { ProviderUnavailableError, type PluginContext } from '@paylink/plugin-api'
import { FacturapiFailure, isRecord } from './facturapi-failure.js'
import { apiBaseOf } from './settings.js'

/** The request options that the SDK passes. */
interface SdkRequest {
  method?: string
  params?: Record<string, unknown> | null
  body?: unknown
}

const FILE = /\/(pdf|xml)$/

/**
 * Sends the SDK's requests through `ctx.http` instead of the global `fetch`, which has no deadline and no outbound guard.
 *
 * An answer that is not Facturapi's fails here or where it is read: a proxy's page with status 200 is not an invoice.
 */
export function transportOver(ctx: PluginContext, key: string) {
  return async (path: string, { method = 'GET', params, body }: SdkRequest = {}): Promise<unknown> => {
    if (ctx.signal.aborted) throw new ProviderUnavailableError('the deadline passed before Facturapi was asked')
    const answer = await ctx.http.request({
      method,
      url: `${apiBaseOf(ctx.config)}/v2${path}${queryOf(params)}`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      effect: method === 'GET' ? 'read' : 'write',
    })
    const isGood = answer.status >= 200 && answer.status < 300
    if (isGood && FILE.test(path)) return answer.body
    const parsed = parse(answer.body)
    if (!isGood || (isRecord(parsed) && parsed['ok'] === false)) {
      throw new FacturapiFailure(answer.status, answer.headers, parsed)
    }
    return parsed
  }
}

function queryOf(params: Record<string, unknown> | null | undefined): string {
  const given = Object.entries(params ?? {}).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return query.size > 0 ? `?${query.toString()}` : ''
}

/** An API key comes as plain text. */
function parse(body: Uint8Array): unknown {
  const text = new TextDecoder().decode(body)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
