import { SECOND_MS } from '../kernel/clock.js'
import { invalid } from '../kernel/problem.js'
import type { Timer } from '../kernel/timer.js'
import { UnsafeAddressError } from '../outbound/safe-url.js'
import type { WebhookClient } from './webhook-client.js'

/** A silent name server must not delay the registration. */
const MAX_LOOKUP_MS = 3 * SECOND_MS

/** What an endpoint's URL must be (R257). */
export class CheckEndpointUrl {
  constructor(
    private readonly client: WebhookClient,
    private readonly timer: Timer,
  ) {}

  /**
   * @returns the URL as it is stored, and whether its host name resolves now; every delivery resolves it again
   * @throws Problem `validation_error` on `url`: not https, or not a permitted address
   */
  async run(text: string): Promise<{ url: string; resolves: boolean }> {
    const timeout = new AbortController()
    const cancel = this.timer.after(MAX_LOOKUP_MS, () => timeout.abort())
    try {
      const resolves = (await this.client.check(text, timeout.signal)) === 'resolved'
      return { url: new URL(text).href, resolves }
    } catch (error) {
      if (error instanceof UnsafeAddressError) throw invalid('url', error.message)
      throw error
    } finally {
      cancel()
    }
  }
}
