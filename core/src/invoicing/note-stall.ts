import type { Alerts } from '../alerts/alerts.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, HOUR_MS, iso } from '../kernel/clock.js'
import type { InvoicingConnection } from './invoicing-connection.js'
import type { InvoicingConnections } from './invoicing-connections.repository.js'

/** Hiccups are nobody's business. */
const WORTH_TELLING_MS = HOUR_MS

/** Invoices that cannot be stamped wait; that they do for an hour, the merchant should hear: out of stamps, perhaps. */
export class NoteStall {
  constructor(
    private readonly connections: InvoicingConnections,
    private readonly alerts: Alerts,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async since(tx: Tx, { id, accountId }: InvoicingConnection, why: string): Promise<void> {
    const now = this.clock.now()
    const since = (await this.connections.noteStall(tx, id, iso(now))) ?? iso(now)
    if (now.getTime() - Date.parse(since) < WORTH_TELLING_MS) return
    const says = `Invoices have been waiting to be stamped for an hour. They will be as soon as this is over: ${why}`
    await this.alerts.raise(tx, { accountId, kind: 'invoicing.stalled', target: id, says, since })
  }

  async over({ id }: InvoicingConnection): Promise<void> {
    const known = await this.connections.find(id)
    if (!known || known.stalledSince === null) return
    await this.unitOfWork.run(async (tx) => {
      await this.connections.noteStall(tx, id, null)
      await this.alerts.settle(tx, id)
    })
  }
}
