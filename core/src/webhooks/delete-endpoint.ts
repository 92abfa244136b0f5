import type { Alerts } from '../alerts/alerts.repository.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { AccountWidePrincipal } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import type { Deliveries } from './deliveries.repository.js'
import { addressOf } from './endpoint.js'
import type { Endpoints } from './endpoints.repository.js'

/** Ends an endpoint for good. */
export class DeleteEndpoint {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly deliveries: Deliveries,
    private readonly alerts: Alerts,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Nothing more is claimed for it once this commits; an attempt in flight ends and is recorded. Waiting deliveries are
   * stopped, and `WatchEndpoints` stops those that an event wrote meanwhile. Events stay, and past deliveries as long as
   * any others. Its secrets are erased.
   *
   * @throws Problem `not_found`: there is none, or it was deleted before
   */
  async run(principal: AccountWidePrincipal, id: string): Promise<{ id: string; deletedAt: string }> {
    const { accountId } = principal
    const now = iso(this.clock.now())
    await this.unitOfWork.run(async (tx) => {
      const endpoint = await this.endpoints.lock(tx, accountId, id)
      if (!endpoint) throw notFound('webhook endpoint')
      await this.alerts.resolve(tx, id)
      await this.endpoints.save(tx, {
        ...endpoint,
        ...{ status: 'disabled', disabledReason: endpoint.disabledReason ?? 'operator' },
        ...{ disabledAt: endpoint.disabledAt ?? now, deletedAt: now },
        ...{ sealedSecret: '', sealedFormerSecret: null, formerSecretUntil: null },
      })
      const details = { url: addressOf(endpoint) }
      await this.auditLog.append(tx, principal, { accountId, action: 'webhook_endpoint.deleted', target: id, details })
    })
    await this.finish(id)
    return { id, deletedAt: now }
  }

  /** Stops what waits for a deleted endpoint: asked again, also what a deletion that was cut off has left. */
  async finish(id: string): Promise<void> {
    await this.deliveries.stopAllOf(id)
  }
}
