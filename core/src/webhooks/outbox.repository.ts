import type { Tx } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import type { Scope } from '../kernel/principal.js'
import type { Quarantine } from '../quarantine/quarantine.js'
import type { WakeSignal } from '../work/wake-signal.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import type { Deliveries } from './deliveries.repository.js'
import { eventPayload, type EventType, isOptIn } from './event.js'

/** An endpoint without event types of its own gets the default ones. */
const insertSql = (concatenate: string, find: string): string =>
  `insert into events (id, account_id, livemode, type, object_id, payload, created_at) values (?, ?, ?, ?, ?, ?, ?)
   returning (select ${concatenate} from webhook_endpoints listening
     where listening.account_id = ? and listening.livemode = ? and listening.status = 'enabled'
       and (${find} > 0 or (listening.events is null and ? = 'default'))) as endpoints`

/** Returns the endpoints for the event. Most accounts have none and need no second statement. */
const INSERT = new Statement<{ endpoints: string | null }>(
  insertSql("group_concat(id, ' ')", 'instr(listening.events, ?)'),
  insertSql("string_agg(id, ' ')", 'strpos(listening.events, ?::text)').replace("? = 'default'", "?::text = 'default'"),
)

/** Stores each event in the transaction of its change (I25); its bytes never change afterwards (I26). */
export class Outbox {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly wakeSignal: WakeSignal,
    private readonly quarantine: Quarantine,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Inserts the event and a delivery for every endpoint of the account and mode that is enabled for it now (I27). It is
   * not sent if its receivers may have had it in a gap of what is known here; `webhooks resend` sends it.
   *
   * @param data `object`: the Payment or PaymentLink exactly as the API shows it (R155, R206); `invoice` beside it: the
   *   PaymentInvoice of the two events about invoices (R208); `refund` and `dispute`: the subject of those two events
   * @param happenedAt the earliest moment at which it can have happened; default: now
   */
  async append(
    tx: Tx,
    scope: Scope,
    type: EventType,
    data: { object: { id: string }; invoice?: object; refund?: object; dispute?: object },
    happenedAt?: string,
  ): Promise<void> {
    const id = this.ids.next('evt')
    const { accountId, livemode } = scope
    const createdAt = iso(this.clock.now())
    const payload = eventPayload({ id, type, createdAt, livemode, data })
    const [row] = await INSERT.rows(tx, [
      id,
      accountId,
      livemode,
      type,
      data.object.id,
      JSON.stringify(payload),
      createdAt,
      accountId,
      livemode,
      ` ${type} `,
      isOptIn(type) ? 'opt-in' : 'default',
    ])
    const endpointIds = row?.endpoints?.split(' ') ?? []
    if (endpointIds.length === 0) return
    const isStopped = happenedAt !== undefined && this.quarantine.mayBeAnnounced(happenedAt)
    const deliveries = endpointIds.map((endpointId) => ({ eventId: id, endpointId }))
    await this.deliveries.insert(tx, scope, deliveries, { isStopped })
    if (isStopped) return
    await this.wakeSignal.notify(tx, 'webhooks', endpointIds)
  }
}
