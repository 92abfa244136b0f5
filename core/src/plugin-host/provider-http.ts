import {
  type HttpRequest,
  type HttpResponse,
  type PluginHttp,
  ProviderUnavailableError,
  ProviderUnknownOutcomeError,
} from '@paylink/plugin-api'
import { type GuardedClient, NotSentError } from '../outbound/guarded-client.js'

/** The network as one call of a plugin sees it: its own hosts, until its deadline. */
export class ProviderHttp implements PluginHttp {
  constructor(
    private readonly client: GuardedClient,
    private readonly allowedHosts: readonly string[],
    private readonly signal: AbortSignal,
  ) {}

  async request(request: HttpRequest): Promise<HttpResponse> {
    const host = new URL(request.url).host
    if (!this.allowedHosts.includes(host)) throw new ProviderUnavailableError(`${host} is not among the plugin's hosts`)
    try {
      return await this.client.request({ ...request, signal: this.signal })
    } catch (cause) {
      const message = `no answer from ${host}: ${cause instanceof Error ? cause.message : String(cause)}`
      if (cause instanceof NotSentError || request.effect === 'read') {
        throw new ProviderUnavailableError(message, { cause })
      }
      throw new ProviderUnknownOutcomeError(message, { cause })
    }
  }
}
