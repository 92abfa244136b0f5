import { ProviderUnavailableError, type PluginContext } from '@paylink/plugin-api'
import { FacturapiFailure, isRecord } from './facturapi-failure.js'
import { apiBaseOf } from './settings.js'

/** What the SDK passes for a request. */
interface SdkRequest {
  method?: string
  params?: Record<string, unknown> | null
  body?: unknown
}

const FILE = /\/(pdf|xml)$/

/**
 * Carries the SDK's requests over `ctx.http`: its own way out is the process's `fetch`, which keeps no deadline and
 * asks no guard.
 *
 * Whatever is no answer of Facturapi's ends here or where the answer is read: a proxy's page under 200 is no invoice.
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
    const said = parse(answer.body)
    if (!isGood || (isRecord(said) && said['ok'] === false)) {
      throw new FacturapiFailure(answer.status, answer.headers, said)
    }
    return said
  }
}

function queryOf(params: Record<string, unknown> | null | undefined): string {
  const given = Object.entries(params ?? {}).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return query.size > 0 ? `?${query.toString()}` : ''
}

/** A key comes as a bare text. */
function parse(body: Uint8Array): unknown {
  const text = new TextDecoder().decode(body)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
