import type { Reader, Tx } from '../database/engine.js'
import { Columns, type RowOf } from '../database/columns.js'
import { DAY_MS, iso, later } from '../kernel/clock.js'
import type { Scope } from '../kernel/principal.js'
import type { Endpoint } from './endpoint.js'
import type { EventType } from './event.js'

type Fields = Omit<Endpoint, 'events'> & { events: string | null }
type Row = RowOf<Fields>

const ENDPOINT = Columns.of<Fields>({
  id: 'text',
  accountId: 'text',
  livemode: 'boolean',
  url: 'text',
  events: 'text',
  status: 'text',
  disabledReason: 'text',
  disabledAt: 'timestamptz',
  failingSince: 'timestamptz',
  sealedSecret: 'text',
  sealedFormerSecret: 'text',
  formerSecretUntil: 'timestamptz',
  createdBy: 'text',
  createdAt: 'timestamptz',
  deletedAt: 'timestamptz',
})

/** Deleted endpoints are not found. */
export class Endpoints {
  constructor(private readonly reader: Reader) {}

  async insert(tx: Tx, endpoint: Endpoint): Promise<void> {
    await tx('webhook_endpoints').insert(toRow(endpoint))
  }

  async save(tx: Tx, endpoint: Endpoint): Promise<void> {
    const { id, ...changed } = toRow(endpoint)
    await tx('webhook_endpoints').where({ id }).update(changed)
  }

  /** Newest first, of both modes. */
  async list(accountId: string): Promise<Endpoint[]> {
    const rows = await this.reader<Row>('webhook_endpoints')
      .where({ account_id: accountId })
      .whereNull('deleted_at')
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
    return rows.map(toEndpoint)
  }

  async find(accountId: string, id: string): Promise<Endpoint | undefined> {
    const row = await this.reader<Row>('webhook_endpoints')
      .where({ account_id: accountId, id })
      .whereNull('deleted_at')
      .first()
    return row && toEndpoint(row)
  }

  async isDeleted({ accountId, livemode }: Scope, id: string): Promise<boolean> {
    const endpoint = this.reader('webhook_endpoints').where({ account_id: accountId, livemode, id })
    return (await endpoint.whereNotNull('deleted_at').first('id')) !== undefined
  }

  async lock(tx: Tx, accountId: string, id: string): Promise<Endpoint | undefined> {
    // Not `for update`: new deliveries reference the row and would wait, and payments with them.
    const row = await tx<Row>('webhook_endpoints')
      .where({ account_id: accountId, id })
      .whereNull('deleted_at')
      .forNoKeyUpdate()
      .first()
    return row && toEndpoint(row)
  }

  /**
   * Removes the rows of endpoints that were deleted before then and have no deliveries left. Not at once: a payment that
   * is being settled may still refer to one.
   */
  async removeDeletedBefore(tx: Tx, moment: string): Promise<void> {
    await tx('webhook_endpoints')
      .where('deleted_at', '<', moment)
      .whereNotExists(
        tx('webhook_deliveries').select('id').whereRaw('webhook_deliveries.endpoint_id = webhook_endpoints.id'),
      )
      .delete()
  }

  /** Enabled endpoints that have only failed since then or longer. @param accountId null: of every account */
  async listFailingSince(moment: string, accountId: string | null = null): Promise<Endpoint[]> {
    const failing = this.reader<Row>('webhook_endpoints')
      .where({ status: 'enabled' })
      .where('failing_since', '<=', moment)
    return (await (accountId === null ? failing : failing.where({ account_id: accountId }))).map(toEndpoint)
  }

  /** How many events could not be delivered to it since then. */
  async countEventsFailedSince(endpointId: string, moment: string): Promise<number> {
    const row = await this.reader('webhook_deliveries')
      .where({ endpoint_id: endpointId })
      // No delivery is retried for longer.
      .where('created_at', '>=', iso(later(new Date(moment), -2 * DAY_MS)))
      .whereExists(
        this.reader('webhook_attempts')
          .select('seq')
          .whereRaw('webhook_attempts.delivery_id = webhook_deliveries.id')
          .where('webhook_attempts.at', '>=', moment),
      )
      .countDistinct<{ events: number | string }[]>({ events: 'event_id' })
      .first()
    return Number(row?.events ?? 0)
  }

  /** Enabled endpoints that recovered after an alert was raised. */
  async listRecoveredWithAlert(): Promise<string[]> {
    return this.reader('webhook_endpoints')
      .where({ status: 'enabled' })
      .whereExists(
        this.reader('alerts')
          .select('alerts.id')
          .whereRaw('alerts.target = webhook_endpoints.id')
          .whereRaw('(webhook_endpoints.failing_since is null or webhook_endpoints.failing_since > alerts.since)'),
      )
      .pluck('id')
  }

  /** Disabled while an event was being written: deliveries that will never be sent. */
  async listDisabledWithDeliveries(): Promise<string[]> {
    return this.reader('webhook_endpoints')
      .where({ status: 'disabled' })
      .whereExists(
        this.reader('webhook_deliveries')
          .select('id')
          .whereRaw('webhook_deliveries.endpoint_id = webhook_endpoints.id')
          .whereNotNull('webhook_deliveries.next_attempt_at'),
      )
      .pluck('id')
  }
}

function toEndpoint(row: Row): Endpoint {
  const { events, ...endpoint } = ENDPOINT.fromRow(row)
  return { ...endpoint, events: events === null ? null : (events.trim().split(' ') as EventType[]) }
}

const toRow = ({ events, ...endpoint }: Endpoint): Row =>
  ENDPOINT.toRow({ ...endpoint, events: events && ` ${events.join(' ')} ` })
