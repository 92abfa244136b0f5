import type { Alerts } from '../alerts/alerts.repository.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { AccountWidePrincipal } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import type { CheckEndpointUrl } from './check-endpoint-url.js'
import { addressOf, type Endpoint } from './endpoint.js'
import type { Endpoints } from './endpoints.repository.js'
import { checkEvents } from './event.js'

/** What is left out stays as it is, also when another person changes it at the same time. */
export interface EndpointChanges {
  url?: string | undefined
  /** Event types; null: the default ones. */
  events?: readonly string[] | null | undefined
}

/** Changes where an endpoint's events are sent, and which. */
export class UpdateEndpoint {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly checkUrl: CheckEndpointUrl,
    private readonly alerts: Alerts,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * A new URL holds for every later attempt, of waiting deliveries too; other event types hold for later events. Id and
   * secret stay. A new address has not failed yet: it gets five days of its own.
   *
   * @returns the endpoint, and whether its host name resolves now
   * @throws Problem `not_found`; `validation_error` on `url` (R257) or `events`
   */
  async run(
    principal: AccountWidePrincipal,
    id: string,
    changes: EndpointChanges,
  ): Promise<{ endpoint: Endpoint; resolves: boolean }> {
    const { accountId } = principal
    const events = changes.events && checkEvents(changes.events)
    if (!(await this.endpoints.find(accountId, id))) throw notFound('webhook endpoint')
    const checked = changes.url === undefined ? undefined : await this.checkUrl.run(changes.url)
    const endpoint = await this.unitOfWork.run(async (tx) => {
      const before = await this.endpoints.lock(tx, accountId, id)
      if (!before) throw notFound('webhook endpoint')
      const isMoved = checked !== undefined && checked.url !== before.url
      const hasOtherEvents = events !== undefined && events?.join() !== before.events?.join()
      if (!isMoved && !hasOtherEvents) return before
      const after: Endpoint = {
        ...before,
        ...(isMoved && { url: checked.url, failingSince: null }),
        ...(hasOtherEvents && { events }),
      }
      await this.endpoints.save(tx, after)
      if (isMoved && before.status === 'enabled') await this.alerts.resolve(tx, id)
      const details = { ...(isMoved && { url: addressOf(after) }), ...(hasOtherEvents && { events }) }
      await this.auditLog.append(tx, principal, { accountId, action: 'webhook_endpoint.updated', target: id, details })
      return after
    })
    return { endpoint, resolves: checked?.resolves ?? true }
  }
}
