import type { Alerts } from '../alerts/alerts.repository.js'
import { type Actor, PAYLINK } from '../audit/audit-entry.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import { notFound } from '../kernel/problem.js'
import type { Deliveries } from './deliveries.repository.js'
import { addressOf, type DisabledReason, type Endpoint } from './endpoint.js'
import type { Endpoints } from './endpoints.repository.js'

const WHY: Record<Exclude<DisabledReason, 'operator'>, string> = {
  gone: 'it answered 410 Gone',
  failing: 'for five days it answered with nothing but failures',
}

/**
 * Turns endpoints off and on again. What was due for one that is turned off is not sent any more: nothing of it is claimed,
 * and what this process does not come to stop, `WatchEndpoints` does.
 */
export class SwitchEndpoint {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly deliveries: Deliveries,
    private readonly alerts: Alerts,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * One that is disabled already stays as it is.
   *
   * @throws Problem `not_found`
   */
  async disable(accountId: string, id: string, actor: Actor): Promise<Endpoint> {
    const disabled = await this.unitOfWork.run(async (tx) => {
      const endpoint = await this.lock(tx, accountId, id)
      // Whoever turns it off, or says so again, knows.
      await this.alerts.settle(tx, id)
      return endpoint.status === 'disabled' ? endpoint : this.turnOff(tx, endpoint, 'operator', actor)
    })
    await this.deliveries.stopAllOf(id)
    return disabled
  }

  /**
   * From now on events are sent to it again. What it missed meanwhile is not: `ResendEvents` does that.
   *
   * @throws Problem `not_found`
   */
  async enable(accountId: string, id: string, actor: Actor): Promise<Endpoint> {
    return this.unitOfWork.run(async (tx) => {
      const endpoint = await this.lock(tx, accountId, id)
      if (endpoint.status === 'enabled') return endpoint
      const on = { status: 'enabled' as const, disabledReason: null, disabledAt: null, failingSince: null }
      const enabled = { ...endpoint, ...on }
      await this.endpoints.save(tx, enabled)
      await this.alerts.settle(tx, id)
      await this.auditLog.append(tx, actor, { accountId, action: 'webhook_endpoint.enabled', target: id })
      return enabled
    })
  }

  /** It wants no more (R209). */
  async gone({ accountId, endpointId }: { accountId: string; endpointId: string }): Promise<void> {
    await this.turnOffByItself(accountId, endpointId, 'gone')
  }

  /** It has failed for too long (R209), unless it was turned off, or answered well, a moment ago. */
  async failing({ accountId, id, failingSince }: Endpoint): Promise<void> {
    await this.turnOffByItself(accountId, id, 'failing', failingSince)
  }

  private async turnOffByItself(
    accountId: string,
    id: string,
    reason: Exclude<DisabledReason, 'operator'>,
    failingSince?: string | null,
  ): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const endpoint = await this.lock(tx, accountId, id)
      if (endpoint.status === 'disabled') return
      if (failingSince !== undefined && endpoint.failingSince !== failingSince) return
      await this.alerts.settle(tx, id)
      await this.alerts.raise(tx, {
        accountId,
        kind: 'webhook_endpoint.disabled',
        target: id,
        says:
          `The webhook endpoint ${addressOf(endpoint)} was disabled: ${WHY[reason]}. Once it is right again: ` +
          `paylink webhooks enable ${id}, then paylink webhooks resend --failed --endpoint ${id}.`,
        since: iso(this.clock.now()),
      })
      await this.turnOff(tx, endpoint, reason, PAYLINK)
    })
    await this.deliveries.stopAllOf(id)
  }

  private async turnOff(tx: Tx, endpoint: Endpoint, reason: DisabledReason, actor: Actor): Promise<Endpoint> {
    const { id, accountId } = endpoint
    const disabled = {
      ...endpoint,
      status: 'disabled' as const,
      disabledReason: reason,
      disabledAt: iso(this.clock.now()),
    }
    await this.endpoints.save(tx, disabled)
    const action = 'webhook_endpoint.disabled'
    await this.auditLog.append(tx, actor, { accountId, action, target: id, details: { reason } })
    return disabled
  }

  private async lock(tx: Tx, accountId: string, id: string): Promise<Endpoint> {
    const endpoint = await this.endpoints.lock(tx, accountId, id)
    if (!endpoint) throw notFound('webhook endpoint')
    return endpoint
  }
}
