import { type AccountPrincipal, type AccountWidePrincipal, creatorOf } from '../kernel/principal.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, HOUR_MS, iso, later } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { modeOf } from '../kernel/mode.js'
import { notFound } from '../kernel/problem.js'
import type { CheckEndpointUrl } from './check-endpoint-url.js'
import { addressOf, checkOverlapHours, type Endpoint } from './endpoint.js'
import type { EndpointSecrets } from './endpoint-secrets.js'
import type { Endpoints } from './endpoints.repository.js'
import { checkEvents } from './event.js'

interface EndpointInput {
  url: string
  /** Event types; null: the default ones. */
  events: readonly string[] | null
}

/** With the secret, which is shown only this once (R143). */
export interface RegisteredEndpoint {
  endpoint: Endpoint
  secret: string
  /** False: the host name does not resolve now. Every delivery resolves it again. */
  resolves: boolean
}

/** Registers endpoints and rotates their secrets. */
export class RegisterEndpoint {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly checkUrl: CheckEndpointUrl,
    private readonly secrets: EndpointSecrets,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * The endpoint gets every matching event from now on.
   *
   * @param unitOfWork whose transaction stores it
   * @throws Problem `validation_error` on `url` (not https, or not a permitted address: R257) or `events`
   */
  async run(
    principal: AccountPrincipal,
    input: EndpointInput,
    unitOfWork: Pick<UnitOfWork, 'run'> = this.unitOfWork,
  ): Promise<RegisteredEndpoint> {
    const events = input.events && checkEvents(input.events)
    const { url, resolves } = await this.checkUrl.run(input.url)
    const identity = { id: this.ids.next('whe'), accountId: principal.accountId, livemode: principal.livemode }
    const { secret, sealedSecret } = await this.secrets.create(identity)
    const endpoint: Endpoint = {
      ...identity,
      url,
      events,
      status: 'enabled',
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
      sealedSecret,
      sealedFormerSecret: null,
      formerSecretUntil: null,
      createdBy: creatorOf(principal),
      createdAt: iso(this.clock.now()),
      deletedAt: null,
    }
    await unitOfWork.run(async (tx) => {
      await this.endpoints.insert(tx, endpoint)
      await this.auditLog.append(tx, principal, {
        accountId: principal.accountId,
        action: 'webhook_endpoint.created',
        target: endpoint.id,
        details: { mode: modeOf(principal.livemode), url: addressOf(endpoint), events: endpoint.events },
      })
    })
    return { endpoint, secret, resolves }
  }

  /**
   * Replaces the secret at once. The former one still signs for `overlapHours`, so that receivers can switch; 0 in an
   * emergency. A secret that was replaced earlier is dropped.
   *
   * @param overlapHours a whole number from 0 to 24
   * @param unitOfWork whose transaction stores it
   * @throws Problem `not_found`; `validation_error` on `overlapHours`
   */
  async rotateSecret(
    principal: AccountWidePrincipal,
    id: string,
    overlapHours: number,
    unitOfWork: Pick<UnitOfWork, 'run'> = this.unitOfWork,
  ): Promise<Omit<RegisteredEndpoint, 'resolves'>> {
    checkOverlapHours(overlapHours)
    const { accountId } = principal
    const before = await this.endpoints.find(accountId, id)
    if (!before) throw notFound('webhook endpoint')
    const { secret, sealedSecret } = await this.secrets.create(before)
    const endpoint = await unitOfWork.run(async (tx) => {
      const locked = await this.endpoints.lock(tx, accountId, id)
      if (!locked) throw notFound('webhook endpoint')
      const rotated: Endpoint = {
        ...locked,
        sealedSecret,
        sealedFormerSecret: overlapHours > 0 ? locked.sealedSecret : null,
        formerSecretUntil: overlapHours > 0 ? iso(later(this.clock.now(), overlapHours * HOUR_MS)) : null,
      }
      await this.endpoints.save(tx, rotated)
      const action = 'webhook_endpoint.secret_rotated'
      await this.auditLog.append(tx, principal, { accountId, action, target: id, details: { overlapHours } })
      return rotated
    })
    return { endpoint, secret }
  }
}
