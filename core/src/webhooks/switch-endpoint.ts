import type { Alerts } from '../alerts/alerts.repository.js'
import { type AccountWidePrincipal, type Principal, SYSTEM } from '../kernel/principal.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import { notFound } from '../kernel/problem.js'
import type { Deliveries } from './deliveries.repository.js'
import { addressOf, type DisabledReason, type Endpoint } from './endpoint.js'
import type { Endpoints } from './endpoints.repository.js'

const REASONS: Record<Exclude<DisabledReason, 'operator'>, string> = {
  gone: 'it answered 410 Gone',
  failing: 'every delivery failed for five days',
}

/**
 * Disables and enables endpoints. Deliveries of a disabled endpoint are no longer claimed; this process stops them, and
 * `WatchEndpoints` stops the remaining ones.
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
   * Idempotent.
   *
   * @throws Problem `not_found`
   */
  async disable(principal: AccountWidePrincipal, id: string): Promise<Endpoint> {
    const disabled = await this.unitOfWork.run(async (tx) => {
      const endpoint = await this.lock(tx, principal.accountId, id)
      // The operator who disables it knows about the failure.
      await this.alerts.resolve(tx, id)
      return endpoint.status === 'disabled' ? endpoint : this.markDisabled(tx, endpoint, 'operator', principal)
    })
    await this.deliveries.stopAllOf(id)
    return disabled
  }

  /**
   * Events are sent to it again from now on. `ResendEvents` sends the missed ones.
   *
   * @throws Problem `not_found`
   */
  async enable(principal: AccountWidePrincipal, id: string): Promise<Endpoint> {
    const { accountId } = principal
    return this.unitOfWork.run(async (tx) => {
      const endpoint = await this.lock(tx, accountId, id)
      if (endpoint.status === 'enabled') return endpoint
      const on = { status: 'enabled' as const, disabledReason: null, disabledAt: null, failingSince: null }
      const enabled = { ...endpoint, ...on }
      await this.endpoints.save(tx, enabled)
      await this.alerts.resolve(tx, id)
      await this.auditLog.append(tx, principal, { accountId, action: 'webhook_endpoint.enabled', target: id })
      return enabled
    })
  }

  /** After a 410 (R209). */
  async disableGone({ accountId, endpointId }: { accountId: string; endpointId: string }): Promise<void> {
    await this.disableAutomatically(accountId, endpointId, 'gone')
  }

  /** After failing for too long (R209), unless it was disabled or recovered a moment ago. */
  async disableFailing({ accountId, id, failingSince }: Endpoint): Promise<void> {
    await this.disableAutomatically(accountId, id, 'failing', failingSince)
  }

  private async disableAutomatically(
    accountId: string,
    id: string,
    reason: Exclude<DisabledReason, 'operator'>,
    failingSince?: string | null,
  ): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const endpoint = await this.endpoints.lock(tx, accountId, id)
      // Deleted a moment ago.
      if (!endpoint || endpoint.status === 'disabled') return
      if (failingSince !== undefined && endpoint.failingSince !== failingSince) return
      await this.alerts.resolve(tx, id)
      await this.alerts.raise(tx, {
        accountId,
        kind: 'webhook_endpoint.disabled',
        target: id,
        message: `The webhook endpoint ${addressOf(endpoint)} was disabled: ${REASONS[reason]}. Once it is repaired, enable it and resend what it missed.`,
        since: iso(this.clock.now()),
      })
      await this.markDisabled(tx, endpoint, reason, SYSTEM)
    })
    await this.deliveries.stopAllOf(id)
  }

  private async markDisabled(
    tx: Tx,
    endpoint: Endpoint,
    reason: DisabledReason,
    principal: Principal,
  ): Promise<Endpoint> {
    const { id, accountId } = endpoint
    const disabled = {
      ...endpoint,
      status: 'disabled' as const,
      disabledReason: reason,
      disabledAt: iso(this.clock.now()),
    }
    await this.endpoints.save(tx, disabled)
    const action = 'webhook_endpoint.disabled'
    await this.auditLog.append(tx, principal, { accountId, action, target: id, details: { reason } })
    return disabled
  }

  private async lock(tx: Tx, accountId: string, id: string): Promise<Endpoint> {
    const endpoint = await this.endpoints.lock(tx, accountId, id)
    if (!endpoint) throw notFound('webhook endpoint')
    return endpoint
  }
}
