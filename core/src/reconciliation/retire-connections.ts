import type { PaymentConnection } from '../connections/connection.js'
import type { Connections } from '../connections/connections.repository.js'
import type { OpenConnection } from '../connections/open-connection.js'
import type { Generation } from '../database/generation.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { inParallel } from '../work/in-parallel.js'
import type { PeriodicTask } from '../work/periodic-task.js'
import { type Clock, DAY_MS, HOUR_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Payments } from '../payments/payments.repository.js'
import type { CallProvider } from '../plugin-host/call-provider.js'

/** As long as refunds of its payments are watched for. */
const STAYS_MS = 30 * DAY_MS
const MAX_CONCURRENT = 16

/**
 * A disconnected connection still receives notifications about its payments. Once none is open and thirty days have
 * passed, the notification address that PayLink registered at the provider is removed.
 */
export class RetireConnections implements PeriodicTask {
  readonly name = 'retire-connections'
  readonly everyMs = HOUR_MS

  constructor(
    private readonly connections: Connections,
    private readonly openConnection: OpenConnection,
    private readonly payments: Payments,
    private readonly callProvider: CallProvider,
    private readonly generation: Generation,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async run(): Promise<void> {
    await this.generation.refresh()
    const longAgo = this.clock.now().getTime() - STAYS_MS
    const disconnected = (await this.connections.listAll('payment')).filter(
      ({ status, webhookId, updatedAt }) =>
        status === 'disconnected' && webhookId !== null && Date.parse(updatedAt) <= longAgo,
    )
    await inParallel(disconnected, MAX_CONCURRENT, (connection) =>
      this.retire(connection).catch((err: unknown) =>
        this.log.error({ err, connection: connection.id }, 'could not retire a connection'),
      ),
    )
  }

  private async retire(connection: PaymentConnection): Promise<void> {
    const { id, webhookId } = connection
    if (webhookId === null || (await this.payments.hasOpen(id))) return
    const connected = await this.openConnection.run(connection)
    if (!connected) return
    const outcome = await this.callProvider.run(connected, 'unregisterWebhook', async (provider, ctx) =>
      provider.unregisterWebhook?.(webhookId, ctx),
    )
    // Withdrawn credentials cannot remove it: the merchant has to.
    if (outcome.ok || outcome.fault === 'auth' || outcome.fault === 'rejected') {
      await this.unitOfWork.run((tx) => this.connections.forgetWebhook(tx, connection, webhookId))
    }
  }
}
