import type { HttpResponse, PluginHttp } from '@paylink/plugin-api'
import type { Stripe } from 'stripe'
import { GarbledAnswer } from './stripe-errors.js'

type Headers = Parameters<Stripe.HttpClient['makeRequest']>[4]

/** Where a call goes, and with which key. */
interface Call {
  http: PluginHttp
  apiBase: URL
  secretKey: string
}

/** Sends the SDK's requests through `ctx.http`, one call at a time. */
export class StripeTransport implements Stripe.HttpClient {
  /** The error of `ctx.http`, which the SDK would wrap beyond recognition. */
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
      // Without the original's `code`: after ECONNRESET or EPIPE the SDK retries despite its settings.
      throw new Error('transport fault')
    }
  }

  private current(): Call {
    if (!this.call) throw new Error('the SDK sent a request outside a call')
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
    throw new Error('answers are not streamed')
  }

  // The SDK takes `{}` with status 500 for a success, and causes an unhandled rejection on `"text"` or `null`.
  async toJSON(): Promise<unknown> {
    const json = parseObject(this.answer.body)
    const isValid = json !== undefined && (isSuccess(this.answer.status) ? !('error' in json) : isRecord(json['error']))
    if (isValid) return json
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
    // `ctx.http` sets the length itself.
    if (value !== undefined && value !== null && name.toLowerCase() !== 'content-length') plain[name] = String(value)
  }
  return plain
}
