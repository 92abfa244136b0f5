import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import type { AccountWidePrincipal } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import type { Quarantine } from '../quarantine/quarantine.js'
import type { Attempt } from './delivery.js'
import type { EndpointSecrets } from './endpoint-secrets.js'
import type { Endpoints } from './endpoints.repository.js'
import { eventPayload } from './event.js'
import type { SendWebhook } from './send-webhook.js'

const PING = 'ping'

export interface PingResult {
  endpointId: string
  eventId: string
  /** A 2xx came in time. */
  delivered: boolean
  attempt: Attempt
}

/** Sends one event of type `ping`, to see whether an endpoint is reached and its signature accepted. */
export class PingEndpoint {
  constructor(
    private readonly quarantine: Quarantine,
    private readonly endpoints: Endpoints,
    private readonly secrets: EndpointSecrets,
    private readonly sendWebhook: SendWebhook,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Once and at once, signed as every event, to a disabled endpoint too, and whatever events it gets. It is no delivery:
   * it is not stored and not retried, and neither a failure nor a 410 counts against the endpoint. Takes 10 s at most.
   *
   * @throws Problem `not_found`, `service_unavailable`: in quarantine nothing is sent
   */
  async run(principal: AccountWidePrincipal, id: string): Promise<PingResult> {
    await this.quarantine.assertOff()
    const { accountId } = principal
    const endpoint = await this.endpoints.find(accountId, id)
    if (!endpoint) throw notFound('webhook endpoint')
    const event = {
      id: this.ids.next('evt'),
      type: PING,
      createdAt: iso(this.clock.now()),
      livemode: endpoint.livemode,
      data: { object: { object: 'webhook_endpoint', id } },
    }
    const sent = { id: event.id, payload: JSON.stringify(eventPayload(event)) }
    const { signal } = new AbortController()
    const { attempt, isDelivered } = await this.sendWebhook.run(endpoint.url, sent, this.secrets.open(endpoint), signal)
    await this.unitOfWork.run((tx) =>
      this.auditLog.append(tx, principal, {
        accountId,
        action: 'webhook_endpoint.pinged',
        target: id,
        details: { delivered: isDelivered, status: attempt.status },
      }),
    )
    return { endpointId: id, eventId: event.id, delivered: isDelivered, attempt }
  }
}
