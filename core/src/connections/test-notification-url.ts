import { SECOND_MS } from '../kernel/clock.js'
import type { BaseUrl } from '../kernel/named.js'
import { type AccountPrincipal, isSameScope } from '../kernel/principal.js'
import { BASE62, type Random, randomText } from '../kernel/random.js'
import type { Timer } from '../kernel/timer.js'
import type { GuardedClient, OutboundResponse } from '../outbound/guarded-client.js'
import { UnsafeAddressError } from '../outbound/safe-url.js'
import { type ConnectionKind, notificationUrlOf } from './connection.js'
import type { Connections } from './connections.repository.js'
import { type NotificationProbe, PROBE_HEADER } from './notification-probe.js'
import { noConnection } from './provider-problem.js'

/**
 * - `answered`: this installation answered at its public address.
 * - `elsewhere`: something else answered, with this status.
 * - `not_public`: not asked, as the address is not https or leads into a private network.
 * - `unreachable`: no connection. `silent`: no answer in time.
 */
export type UrlTest =
  | { outcome: 'answered' }
  | { outcome: 'elsewhere'; status: number }
  | { outcome: 'not_public' | 'unreachable' | 'silent' }

/** How long the page waits. */
export const URL_TEST_MS = 5 * SECOND_MS

/** Sends a request from this server through the public address of a connection's notifications back to this server. */
export class TestNotificationUrl {
  constructor(
    private readonly connections: Connections,
    private readonly probe: NotificationProbe,
    private readonly client: GuardedClient,
    private readonly random: Random,
    private readonly timer: Timer,
    private readonly baseUrl: BaseUrl,
  ) {}

  /**
   * Proves that the address leads here from this server: name, proxy and certificate. It proves neither that the provider
   * reaches it from the internet nor that its signature fits: only its own notifications do. Nothing is stored.
   *
   * @throws Problem `not_found`
   */
  async run(principal: AccountPrincipal, kind: ConnectionKind, connectionId: string): Promise<UrlTest> {
    const connection = await this.connections.find(kind, connectionId)
    if (!connection || !isSameScope(connection, principal)) throw noConnection()
    const question = this.probe.question(connectionId, randomText(this.random, BASE62, 32))
    const limit = new AbortController()
    const cancel = this.timer.after(URL_TEST_MS, () => limit.abort())
    try {
      const response = await this.client.request({
        method: 'POST',
        url: notificationUrlOf(this.baseUrl, connection),
        headers: { 'content-type': 'application/json', [PROBE_HEADER]: question },
        body: '{}',
        signal: limit.signal,
      })
      const isOurs = answerIn(response) === this.probe.answer(connectionId, question)
      return isOurs ? { outcome: 'answered' } : { outcome: 'elsewhere', status: response.status }
    } catch (error) {
      if (limit.signal.aborted) return { outcome: 'silent' }
      const isRefused = error instanceof Error && error.cause instanceof UnsafeAddressError
      return { outcome: isRefused ? 'not_public' : 'unreachable' }
    } finally {
      cancel()
    }
  }
}

/** Undefined: not an answer to a probe. */
function answerIn({ status, body }: OutboundResponse): unknown {
  if (status !== 200) return undefined
  try {
    const answer: unknown = JSON.parse(Buffer.from(body).toString())
    return typeof answer === 'object' && answer !== null && 'probe' in answer ? answer.probe : undefined
  } catch {
    return undefined
  }
}
