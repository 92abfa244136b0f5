import { isWebhookSignatureError } from '@paylink/plugin-api'
import type { Connections } from '../connections/connections.repository.js'
import type { OpenConnection } from '../connections/open-connection.js'
import { noConnection } from '../connections/provider-problem.js'
import type { Generation } from '../database/generation.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { invalid, Problem } from '../kernel/problem.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import { NotificationSink } from '../plugin-host/notification-sink.js'
import type { WakeSignal } from '../work/wake-signal.js'
import type { Notifications } from './notifications.repository.js'

type Received = Parameters<NotificationSink['receive']>[0]

/** Stores a provider's notification, durably before it is answered. It is never believed: it is only a hint to verify. */
export class ReceiveNotification extends NotificationSink {
  constructor(
    private readonly connections: Connections,
    private readonly openConnection: OpenConnection,
    private readonly callProvider: CallProvider,
    private readonly notifications: Notifications,
    private readonly wakeSignal: WakeSignal,
    private readonly unitOfWork: UnitOfWork,
    private readonly generation: Generation,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {
    super()
  }

  async isExpected(provider: string, connectionId: string): Promise<boolean> {
    return (await this.connections.find('payment', connectionId))?.provider === provider
  }

  /**
   * Disconnected connections still receive: they may have open payments.
   *
   * @throws Problem `not_found`: no such connection; `validation_error`: wrong signature;
   *   `provider_unavailable`: the plugin that reads it is not available
   */
  async receive({ provider, connectionId, headers, rawBody }: Received): Promise<void> {
    await this.generation.refresh()
    const connection = await this.connections.find('payment', connectionId)
    if (connection?.provider !== provider) throw noConnection()
    const connected = await this.openConnection.run(connection).catch(() => null)
    // Safe mode, most likely: the provider must keep sending, and a retry later succeeds.
    if (!connected)
      throw new Problem('provider_unavailable', { detail: 'The plugin of this provider is not in use now.' })
    const now = iso(this.clock.now())
    const outcome = await this.callProvider.run(connected, 'read', (plugin, ctx) =>
      plugin.verifyWebhook({ headers, rawBody, receivedAt: now }, ctx),
    )
    if (!outcome.ok) {
      if (isWebhookSignatureError(outcome.cause)) throw invalid('signature', outcome.message)
      // The plugin could not read it now: the provider sends it again.
      if (outcome.fault === 'unavailable') throw new Problem('provider_unavailable', { cause: outcome.cause })
      throw new Problem('validation_error', { detail: 'The notification cannot be read.', cause: outcome.cause })
    }
    const { eventId, eventType, subjects } = outcome.value
    await this.unitOfWork.run(async (tx) => {
      const notification = {
        id: this.ids.next('evt'),
        connectionId,
        eventId,
        eventType,
        subjects,
        receivedAt: now,
      }
      const isNew = await this.notifications.insert(tx, notification)
      const isDue = isNew || (await this.notifications.revive(tx, notification))
      if (isDue) await this.wakeSignal.notify(tx, 'notifications', [connectionId])
    })
  }
}
