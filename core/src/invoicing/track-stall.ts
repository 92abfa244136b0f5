import type { Alerts } from '../alerts/alerts.repository.js'
import type { InvoicingConnection } from '../connections/connection.js'
import type { Connections } from '../connections/connections.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, HOUR_MS, iso } from '../kernel/clock.js'

/** Short interruptions are not worth an alert. */
const ALERT_AFTER_MS = HOUR_MS

/** Alerts the merchant if invoices have been waiting to be stamped for an hour, e.g. because the plan is out of stamps. */
export class TrackStall {
  constructor(
    private readonly connections: Connections,
    private readonly alerts: Alerts,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async recordStall(tx: Tx, { id, accountId }: InvoicingConnection, reason: string): Promise<void> {
    const now = this.clock.now()
    const since = (await this.connections.setStalledSince(tx, id, iso(now))) ?? iso(now)
    if (now.getTime() - Date.parse(since) < ALERT_AFTER_MS) return
    const message = `Invoices have been waiting for an hour. They will be stamped once this is resolved: ${reason}`
    await this.alerts.raise(tx, { accountId, kind: 'invoicing.stalled', target: id, message, since })
  }

  async recordRecovery({ id }: InvoicingConnection): Promise<void> {
    const known = await this.connections.find('invoicing', id)
    if (!known || known.stalledSince === null) return
    await this.unitOfWork.run(async (tx) => {
      await this.connections.setStalledSince(tx, id, null)
      await this.alerts.resolve(tx, id)
    })
  }
}
