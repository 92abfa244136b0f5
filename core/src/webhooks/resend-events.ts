import type { AccountWidePrincipal, Principal } from '../kernel/principal.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Quarantine } from '../quarantine/quarantine.js'
import type { WakeSignal } from '../work/wake-signal.js'
import { type Clock, iso, later } from '../kernel/clock.js'
import { invalid, notFound } from '../kernel/problem.js'
import type { Deliveries } from './deliveries.repository.js'
import type { DeliveryLog, EventRange, Position } from './delivery-log.repository.js'
import type { Endpoint } from './endpoint.js'
import type { Endpoints } from './endpoints.repository.js'
import { DEFAULT_EVENT_TYPES } from './event.js'
import { RETENTION_MS } from './watch-endpoints.js'

/** Which of its events an endpoint gets again. What is left out does not limit them. */
export type ResendFilter = { [Name in keyof EventRange]?: EventRange[Name] | undefined }

interface ResendResult {
  endpointId: string
  /** How many events are scheduled for it again. */
  events: number
}

/** What was scheduled in one transaction. */
interface ResentBatch {
  events: number
  /** The last of them. */
  end: Position
}

/**
 * Runs the transaction of a batch; batches are counted from 0. It may return what the batch of an earlier call did instead,
 * so that a repeated call goes on where the earlier one ended.
 */
export type RunBatch = (at: number, work: (tx: Tx) => Promise<ResentBatch>) => Promise<ResentBatch>

const BATCH = 500

/** @throws Problem `validation_error` on `since` */
export function checkPeriod({ since, until }: Pick<ResendFilter, 'since' | 'until'>): void {
  if (since !== undefined && until !== undefined && since >= until) throw invalid('since', 'must be before until')
}

/** Resends events: the same bytes under the same id, each as a new delivery with its own attempts. */
export class ResendEvents {
  constructor(
    private readonly quarantine: Quarantine,
    private readonly endpoints: Endpoints,
    private readonly deliveries: Deliveries,
    private readonly deliveryLog: DeliveryLog,
    private readonly wakeSignal: WakeSignal,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * One event, to the given endpoint or to every one enabled for it.
   *
   * @param unitOfWork whose transaction schedules it
   * @throws Problem `not_found`: no such event or endpoint; `validation_error` on `endpoint`: it is disabled, or of the
   *   other mode; `service_unavailable`: in quarantine nothing is sent
   */
  async one(
    principal: AccountWidePrincipal,
    eventId: string,
    endpointId: string | undefined,
    unitOfWork: Pick<UnitOfWork, 'run'> = this.unitOfWork,
  ): Promise<ResendResult[]> {
    await this.quarantine.assertOff()
    const { accountId } = principal
    const event = await this.deliveryLog.findEvent(accountId, eventId)
    if (!event) throw notFound('event')
    const enabled = await this.findTargets(accountId, endpointId)
    if (endpointId !== undefined && enabled[0]?.livemode !== event.livemode) {
      throw invalid('endpoint', 'the event belongs to the other mode')
    }
    const to = enabled.filter(
      ({ livemode, events }) =>
        livemode === event.livemode &&
        (endpointId !== undefined || (events ?? DEFAULT_EVENT_TYPES).some((t) => t === event.type)),
    )
    if (to.length === 0) return []
    await unitOfWork.run(async (tx) => {
      await this.deliveries.insert(
        tx,
        { accountId, livemode: event.livemode },
        to.map(({ id }) => ({ eventId, endpointId: id })),
      )
      await this.wakeSignal.notify(
        tx,
        'webhooks',
        to.map(({ id }) => id),
      )
      const action = 'event.resent'
      const details = { endpoints: to.map(({ id }) => id) }
      await this.auditLog.append(tx, principal, { accountId, action, target: eventId, details })
    })
    return to.map(({ id }) => ({ endpointId: id, events: 1 }))
  }

  /**
   * All events for the given endpoint, or for each enabled one: of a period, or all undelivered ones as far back as
   * deliveries are retained. Of those, the ones that wait for their next attempt only with `includesWaiting`: they start
   * anew. In batches; an interrupted call may be repeated and resends what it had already sent, unless `runBatch` knows.
   *
   * @throws Problem `not_found`; `validation_error` on `since`: it is not before `until`, or on `endpoint`: it is
   *   disabled; `service_unavailable`: in quarantine nothing is sent
   */
  async many(
    principal: AccountWidePrincipal,
    endpointId: string | undefined,
    filter: ResendFilter,
    runBatch: RunBatch = (_, work) => this.unitOfWork.run(work),
  ): Promise<ResendResult[]> {
    checkPeriod(filter)
    await this.quarantine.assertOff()
    const now = this.clock.now()
    const retainedSince = iso(later(now, -RETENTION_MS))
    const {
      since = retainedSince,
      until = iso(later(now, 1)),
      onlyUndelivered = false,
      includesWaiting = false,
    } = filter
    // Older deliveries are deleted, so nothing is known about them.
    const from = onlyUndelivered && since < retainedSince ? retainedSince : since
    const range = { since: from, until, onlyUndelivered, includesWaiting }
    const resent: ResendResult[] = []
    for (const endpoint of await this.findTargets(principal.accountId, endpointId)) {
      // Events older than the endpoint only if `since` is given.
      const own =
        filter.since === undefined && endpoint.createdAt > range.since ? { ...range, since: endpoint.createdAt } : range
      resent.push({ endpointId: endpoint.id, events: await this.resendAll(endpoint, own, principal, runBatch) })
    }
    return resent
  }

  private async resendAll(
    endpoint: Endpoint,
    range: EventRange,
    principal: Principal,
    runBatch: RunBatch,
  ): Promise<number> {
    const { id: endpointId, accountId } = endpoint
    let count = 0
    let after: Position | null = null
    for (let at = 0; ; at++) {
      // Outside the transaction: reading a million events takes long, and payments would wait.
      const batch: Position[] = await this.deliveryLog.eventsFor(endpoint, range, after, BATCH)
      const end = batch.at(-1)
      if (end === undefined) return count
      const eventIds = batch.map(({ id }) => id)
      const done = await runBatch(at, async (tx) => {
        if (range.includesWaiting) await this.deliveries.stopWaiting(tx, endpointId, eventIds)
        await this.deliveries.insert(
          tx,
          endpoint,
          eventIds.map((eventId) => ({ eventId, endpointId })),
        )
        await this.wakeSignal.notify(tx, 'webhooks', [endpointId])
        const details = { ...range, events: batch.length }
        await this.auditLog.append(tx, principal, { accountId, action: 'events.resent', target: endpointId, details })
        return { events: batch.length, end }
      })
      count += done.events
      after = done.end
    }
  }

  private async findTargets(accountId: string, endpointId: string | undefined): Promise<Endpoint[]> {
    if (endpointId === undefined) {
      return (await this.endpoints.list(accountId)).filter(({ status }) => status === 'enabled')
    }
    const endpoint = await this.endpoints.find(accountId, endpointId)
    if (!endpoint) throw notFound('webhook endpoint')
    if (endpoint.status === 'disabled') throw invalid('endpoint', 'it is disabled: enable it first')
    return [endpoint]
  }
}
