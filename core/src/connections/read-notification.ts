import { isWebhookSignatureError } from '@paylink/plugin-api'
import type { Generation } from '../database/generation.js'
import { type Clock, iso } from '../kernel/clock.js'
import { invalid, Problem } from '../kernel/problem.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import type { ReceivedNotification } from '../plugin-host/notification-sink.js'
import type { Connection, ConnectionKind } from './connection.js'
import type { ConnectionProviderOf } from './connection-plugins.js'
import type { Connections } from './connections.repository.js'
import type { OpenConnection } from './open-connection.js'
import { noConnection } from './provider-problem.js'

export interface ReadableNotification<K extends ConnectionKind> {
  connection: Connection<K>
  receivedAt: string
  hint: Awaited<ReturnType<ConnectionProviderOf<K>['verifyWebhook']>>
}

/** Has the provider's plugin check a notification's signature and read what it is about. */
export class ReadNotification {
  constructor(
    private readonly connections: Connections,
    private readonly openConnection: OpenConnection,
    private readonly callProvider: CallProvider,
    private readonly generation: Generation,
    private readonly clock: Clock,
  ) {}

  /** What the connection is for. Checked before any bytes from a stranger are read. @throws Problem `not_found` */
  async kindOf(provider: string, connectionId: string): Promise<ConnectionKind> {
    for (const kind of ['payment', 'invoicing'] as const) {
      if ((await this.connections.find(kind, connectionId))?.provider === provider) return kind
    }
    throw noConnection()
  }

  /**
   * Disconnected connections still receive: their payments and invoices may change.
   *
   * @throws Problem `not_found`: no such connection; `validation_error`: wrong signature;
   *   `provider_unavailable`: the plugin that reads it is not available
   */
  async run<K extends ConnectionKind>(
    kind: K,
    { provider, connectionId, headers, rawBody }: ReceivedNotification,
  ): Promise<ReadableNotification<K>> {
    await this.generation.refresh()
    const connection = await this.connections.find(kind, connectionId)
    if (connection?.provider !== provider) throw noConnection()
    const connected = await this.openConnection.run(connection).catch(() => null)
    // Safe mode, most likely: the provider must keep sending, and a retry later succeeds.
    if (!connected)
      throw new Problem('provider_unavailable', { detail: 'The plugin of this provider is not in use now.' })
    const receivedAt = iso(this.clock.now())
    const outcome = await this.callProvider.run(connected, 'verifyWebhook', (plugin, ctx) =>
      plugin.verifyWebhook({ headers, rawBody, receivedAt }, ctx),
    )
    if (outcome.ok) return { connection, receivedAt, hint: outcome.value as ReadableNotification<K>['hint'] }
    if (isWebhookSignatureError(outcome.cause)) throw invalid('signature', outcome.message)
    // The plugin could not read it now: the provider sends it again.
    if (outcome.fault === 'unavailable') throw new Problem('provider_unavailable', { cause: outcome.cause })
    throw new Problem('validation_error', { detail: 'The notification cannot be read.', cause: outcome.cause })
  }
}
