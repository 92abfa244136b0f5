import type { Knex } from 'knex'
import type { Reader } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Cursor } from '../kernel/cursor.js'
import type { Batch, PageStart } from '../kernel/keyset.js'
import type { Attempt, Delivery } from './delivery.js'
import type { Endpoint } from './endpoint.js'
import { DEFAULT_EVENT_TYPES, type WebhookEvent } from './event.js'

/** Without its attempts. */
export type ListedDelivery = Omit<Delivery, 'attempts'>

interface AttemptRow extends Attempt {
  delivery_id: string
}

interface EventRow {
  id: string
  account_id: string
  livemode: boolean | number
  type: string
  payload: string
  created_at: string
}

/** Which events of an endpoint's account and mode. Times are ISO 8601. */
export interface EventRange {
  since: string
  until: string
  /** Only events that were neither delivered nor are scheduled for delivery. */
  onlyUndelivered: boolean
  /** Of those, also the ones that failed and wait for their next attempt. */
  includesWaiting: boolean
}

/** Position of an event in the order of its account and mode. */
export interface Position {
  id: string
  createdAt: string
}

/** An event and one of its deliveries, if any. */
export interface EventAbout {
  id: string
  type: string
  objectId: string
  createdAt: string
  endpointId: string | null
  url: string | null
  status: Delivery['status'] | null
  attempts: number | null
  finishedAt: string | null
}

const DELETE_BATCH = 500
const MAX_BATCHES = 40

/** Past deliveries with their attempts, and the events that can be resent. */
export class DeliveryLog {
  constructor(
    private readonly reader: Reader,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Deliveries to an endpoint in one direction, through the index. */
  async walk(
    endpointId: string,
    { direction, from }: { direction: PageStart['direction']; from: Cursor | undefined },
    count: number,
  ): Promise<Batch<ListedDelivery>> {
    const [order, beyond] = direction === 'older' ? (['desc', '<'] as const) : (['asc', '>'] as const)
    const query = this.reader('webhook_deliveries as d').join('events as e', 'e.id', 'd.event_id')
    query.where('d.endpoint_id', endpointId)
    if (from) query.whereRaw(`(d.created_at, d.id) ${beyond} (?, ?)`, [from.createdAt, from.id])
    const rows = await query
      .orderBy([
        { column: 'd.created_at', order },
        { column: 'd.id', order },
      ])
      .limit(count)
      .select<ListedDelivery[]>({
        id: 'd.id',
        eventId: 'd.event_id',
        type: 'e.type',
        status: 'd.status',
        nextAttemptAt: 'd.next_attempt_at',
        createdAt: 'd.created_at',
      })
    return { rows, last: rows.length < count ? null : (rows.at(-1) ?? null) }
  }

  /** Each with its attempts, oldest first. */
  async withAttempts(deliveries: readonly ListedDelivery[]): Promise<Delivery[]> {
    const attempts = await this.reader<AttemptRow>('webhook_attempts')
      .whereIn(
        'delivery_id',
        deliveries.map(({ id }) => id),
      )
      .orderBy('seq')
      .select('delivery_id', 'at', 'status', 'ms', 'error', 'answer')
    return deliveries.map(({ nextAttemptAt, createdAt, ...delivery }) => ({
      ...delivery,
      attempts: attempts
        .filter(({ delivery_id }) => delivery_id === delivery.id)
        .map(({ at, status, ms, error, answer }) => ({ at, status, ms, error, answer })),
      ...{ nextAttemptAt, createdAt },
    }))
  }

  /** When its waiting deliveries are due, the first ones. */
  dueTimes(endpointId: string, limit: number): Promise<string[]> {
    return this.reader('webhook_deliveries')
      .where({ endpoint_id: endpointId })
      .whereNotNull('next_attempt_at')
      .orderBy('next_attempt_at')
      .limit(limit)
      .pluck<string[]>('next_attempt_at')
  }

  /** Events of these objects with their deliveries, newest first. */
  async about(
    { accountId, livemode }: { accountId: string; livemode: boolean },
    objectIds: readonly string[],
    limit: number,
  ): Promise<EventAbout[]> {
    const rows = await this.reader('events as e')
      .leftJoin('webhook_deliveries as d', 'd.event_id', 'e.id')
      .leftJoin('webhook_endpoints as w', 'w.id', 'd.endpoint_id')
      .where({ 'e.account_id': accountId, 'e.livemode': livemode })
      .whereIn('e.object_id', objectIds)
      .orderBy([
        { column: 'e.created_at', order: 'desc' },
        { column: 'e.id', order: 'desc' },
      ])
      .limit(limit)
      .select<EventAbout[]>({
        id: 'e.id',
        type: 'e.type',
        objectId: 'e.object_id',
        createdAt: 'e.created_at',
        endpointId: 'd.endpoint_id',
        url: 'w.url',
        status: 'd.status',
        attempts: 'd.attempts',
        finishedAt: 'd.finished_at',
      })
    return rows
  }

  async findEvent(accountId: string, id: string): Promise<{ id: string; type: string; livemode: boolean } | undefined> {
    const row = await this.reader<EventRow>('events').where({ account_id: accountId, id }).first()
    return row && { id, type: row.type, livemode: Boolean(row.livemode) }
  }

  /** The endpoint's events after `after`, oldest first. */
  async eventsFor(endpoint: Endpoint, range: EventRange, after: Position | null, limit: number): Promise<Position[]> {
    const { accountId: account_id, livemode, events } = endpoint
    const query = this.reader('events as e')
      .where({ account_id, livemode })
      .whereIn('type', events ?? [...DEFAULT_EVENT_TYPES])
      .where('created_at', '>=', range.since)
      .where('created_at', '<', range.until)
    if (after) query.whereRaw('(created_at, id) > (?, ?)', [after.createdAt, after.id])
    if (range.onlyUndelivered) query.whereNotExists((known) => deliveredOrScheduled(known, endpoint.id, range))
    return query.orderBy(['created_at', 'id']).limit(limit).select<Position[]>('id', 'created_at as createdAt')
  }

  /** Events of one mode since then, oldest first. */
  async eventsSince(scope: { accountId: string; livemode: boolean }, since: string): Promise<WebhookEvent[]> {
    const rows = await this.reader<EventRow>('events')
      .where({ account_id: scope.accountId, livemode: scope.livemode })
      .where('created_at', '>=', since)
      .orderBy(['created_at', 'id'])
    return rows.map(({ id, type, payload, created_at: createdAt }) => ({ id, type, payload, createdAt }))
  }

  /** With their attempts, a bounded number per call. */
  async deleteFinishedBefore(moment: string): Promise<void> {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const ids = await this.reader('webhook_deliveries')
        .where('finished_at', '<', moment)
        .limit(DELETE_BATCH)
        .pluck<string[]>('id')
      if (ids.length > 0) await this.unitOfWork.run((tx) => tx('webhook_deliveries').whereIn('id', ids).delete())
      if (ids.length < DELETE_BATCH) return
    }
  }
}

function deliveredOrScheduled(
  query: Knex.QueryBuilder,
  endpointId: string,
  { includesWaiting }: Pick<EventRange, 'includesWaiting'>,
): void {
  query
    .select('d.id')
    .from('webhook_deliveries as d')
    .whereRaw('d.event_id = e.id')
    .where('d.endpoint_id', endpointId)
    .whereIn('d.status', ['scheduled', 'sending', 'delivered'])
  if (includesWaiting) query.whereRaw("not (d.status = 'scheduled' and d.attempts > 0)")
}
