import type { Alerts } from '../alerts/alerts.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { PeriodicTask } from '../work/periodic-task.js'
import { type Clock, DAY_MS, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Deliveries } from './deliveries.repository.js'
import type { DeliveryLog } from './delivery-log.repository.js'
import { addressOf, type Endpoint } from './endpoint.js'
import type { Endpoints } from './endpoints.repository.js'
import type { SwitchEndpoint } from './switch-endpoint.js'

const ALERT_AFTER_MS = DAY_MS
/** After how long of failures alone an endpoint is disabled (R209). */
export const DISABLE_AFTER_MS = 5 * DAY_MS
const MIN_EVENTS = 10
/** How long finished deliveries and their attempts are retained. */
export const RETENTION_MS = 30 * DAY_MS

/** Watches failing endpoints (R209), stops deliveries of disabled ones, and deletes old deliveries and what is left of deleted endpoints. */
export class WatchEndpoints implements PeriodicTask {
  readonly name = 'watch-webhook-endpoints'
  readonly everyMs = MINUTE_MS

  constructor(
    private readonly endpoints: Endpoints,
    private readonly deliveries: Deliveries,
    private readonly deliveryLog: DeliveryLog,
    private readonly switchEndpoint: SwitchEndpoint,
    private readonly alerts: Alerts,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now()
    for (const id of await this.endpoints.listRecoveredWithAlert()) {
      await this.unitOfWork.run((tx) => this.alerts.resolve(tx, id))
    }
    for (const endpoint of await this.endpoints.listFailingSince(iso(later(now, -ALERT_AFTER_MS)))) {
      // A failure must not stop the others.
      await this.alertOrDisable(endpoint, now).catch((err: unknown) =>
        this.log.error({ err, endpoint: endpoint.id }, 'could not evaluate a webhook endpoint'),
      )
    }
    for (const id of await this.endpoints.listDisabledWithDeliveries()) {
      await this.deliveries.stopAllOf(id)
    }
    await this.deliveries.clampNextAttempt()
    const retainedSince = iso(later(now, -RETENTION_MS))
    await this.deliveryLog.deleteFinishedBefore(retainedSince)
    await this.unitOfWork.run((tx) => this.endpoints.removeDeletedBefore(tx, retainedSince))
  }

  private async alertOrDisable(endpoint: Endpoint, now: Date): Promise<void> {
    const since = endpoint.failingSince
    if (since === null) return
    const hasFailedForLong = now.getTime() - Date.parse(since) >= DISABLE_AFTER_MS
    if (hasFailedForLong && (await this.endpoints.countEventsFailedSince(endpoint.id, since)) >= MIN_EVENTS) {
      await this.switchEndpoint.disableFailing(endpoint)
      return
    }
    await this.unitOfWork.run((tx) =>
      this.alerts.raise(tx, {
        accountId: endpoint.accountId,
        kind: 'webhook_endpoint.failing',
        target: endpoint.id,
        message: `The webhook endpoint ${addressOf(endpoint)} has failed every delivery for a day; after five days it is disabled.`,
        since,
      }),
    )
  }
}
