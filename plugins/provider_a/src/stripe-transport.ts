import type { HttpResponse, PluginHttp } from '@paylink/plugin-api'
import type { Stripe } from 'stripe'
import { GarbledAnswer } from './stripe-errors.js'

type Headers = Parameters<Stripe.HttpClient['makeRequest']>[4]

/** Whose question it is, and where it goes. */
interface Call {
  http: PluginHttp
  apiBase: URL
  secretKey: string
}

/** Carries the SDK's requests over `ctx.http`, for one call after another. */
export class StripeTransport implements Stripe.HttpClient {
  /** What went wrong between us and Stripe, as `ctx.http` said it. The SDK would wrap it beyond recognition. */
  fault: unknown
  private call: Call | undefined

  begin(call: Call): void {
    this.call = call
    this.fault = undefined
  }

  end(): void {
    this.call = undefined
  }

  authenticate(headers: Headers): Promise<void> {
    headers['Authorization'] = `Bearer ${this.current().secretKey}`
    return Promise.resolve()
  }

  getClientName(): string {
    return 'paylink'
  }

  async makeRequest(
    _host: string,
    _port: string,
    path: string,
    method: string,
    headers: Headers,
    body: string,
  ): Promise<Stripe.HttpClientResponse> {
    const { http, apiBase } = this.current()
    try {
      const answer = await http.request({
        method,
        url: new URL(path, apiBase).href,
        headers: plainHeaders(headers),
        body: method === 'POST' ? body : undefined,
        effect: method === 'GET' ? 'read' : 'write',
      })
      return new TransportAnswer(answer, (fault) => (this.fault = fault))
    } catch (fault) {
      this.fault = fault
      // Without the original's `code`: after ECONNRESET or EPIPE the SDK sends once more, whatever its settings say.
      throw new Error('transport fault')
    }
  }

  private current(): Call {
    if (!this.call) throw new Error('a request of the SDK that belongs to no call')
    return this.call
  }
}

class TransportAnswer implements Stripe.HttpClientResponse {
  constructor(
    private readonly answer: HttpResponse,
    private readonly report: (fault: unknown) => void,
  ) {}

  getStatusCode(): number {
    return this.answer.status
  }

  getHeaders(): Record<string, string> {
    return this.answer.headers
  }

  getRawResponse(): unknown {
    return {}
  }

  toStream(): never {
    throw new Error('no answer of ours is streamed')
  }

  // The SDK takes `{}` under a 500 for a success, and dies of an unhandled rejection on `"text"` or `null`.
  async toJSON(): Promise<unknown> {
    const json = parseObject(this.answer.body)
    const isWhole = json !== undefined && (isSuccess(this.answer.status) ? !('error' in json) : isRecord(json['error']))
    if (isWhole) return json
    const garbled = new GarbledAnswer(this.answer.status, this.answer.headers)
    this.report(garbled)
    throw garbled
  }
}

function parseObject(body: Uint8Array): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(body))
    return isRecord(json) ? json : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

function plainHeaders(headers: Headers): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    // `ctx.http` counts for itself.
    if (value !== undefined && value !== null && name.toLowerCase() !== 'content-length') plain[name] = String(value)
  }
  return plain
}
