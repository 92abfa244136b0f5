import {
  type HttpRequest,
  type HttpResponse,
  type PluginHttp,
  ProviderUnavailableError,
  ProviderUnknownOutcomeError,
} from '@paylink/plugin-api'
import { type GuardedClient, NotSentError } from '../outbound/guarded-client.js'

/** `ctx.http` of one call: reaches the plugin's own hosts until the deadline, and tracks what became of its writes. */
export class ProviderHttp implements PluginHttp {
  private requested = 0
  private sent = 0
  private refused = 0

  constructor(
    private readonly client: GuardedClient,
    private readonly allowedHosts: readonly string[],
    private readonly signal: AbortSignal,
  ) {}

  /** A write was sent, at least in part, and not refused: it was attempted, whatever failed afterwards. */
  get mayHaveWritten(): boolean {
    return this.sent > this.refused
  }

  /** There were writes, but none began to be sent: nothing was attempted. */
  get hasSentNoWrite(): boolean {
    return this.requested > 0 && this.sent === 0
  }

  async request(request: HttpRequest): Promise<HttpResponse> {
    if (request.effect === 'read') return this.send(request)
    this.requested++
    const response = await this.send(request, () => this.sent++)
    // A server that failed (5xx) may have processed the write.
    if (response.status >= 400 && response.status < 500) this.refused++
    return response
  }

  private async send(request: HttpRequest, onSending?: () => void): Promise<HttpResponse> {
    const host = new URL(request.url).host
    if (!this.allowedHosts.includes(host))
      throw new ProviderUnavailableError(`${host} is not one of the plugin's allowed hosts`)
    try {
      return await this.client.request({ ...request, signal: this.signal, onSending })
    } catch (cause) {
      const message = `no answer from ${host}: ${cause instanceof Error ? cause.message : String(cause)}`
      if (cause instanceof NotSentError || request.effect === 'read') {
        throw new ProviderUnavailableError(message, { cause })
      }
      throw new ProviderUnknownOutcomeError(message, { cause })
    }
  }
}
