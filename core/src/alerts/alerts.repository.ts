import type { Reader, Tx } from '../database/engine.js'
import { Columns, type RowOf } from '../database/columns.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import type { Log } from '../kernel/log.js'

/** A condition that needs a person's attention. */
export interface Alert {
  accountId: string
  kind:
    | 'webhook_endpoint.failing'
    | 'webhook_endpoint.disabled'
    | 'invoicing.stalled'
    | 'invoice.total_differs'
    | 'invoice.cancellation_refused'
    | 'payment.disputed'
  /** The id of the object concerned. */
  target: string
  /** What is wrong and what to do, in one or two English sentences. */
  message: string
  /** When the condition began. It is raised once, however often it is detected. */
  since: string
}

export interface RaisedAlert extends Alert {
  id: string
  /** The earliest moment at which it can have been raised. */
  raisedAt: string
}

const RENAMED = { message: 'says' } as const

const ALERT = Columns.of<RaisedAlert, typeof RENAMED>(
  {
    ...{ id: 'text', accountId: 'text', kind: 'text', target: 'text', message: 'text' },
    ...{ since: 'timestamptz', raisedAt: 'timestamptz' },
  },
  RENAMED,
)

interface Row extends RowOf<RaisedAlert, typeof RENAMED> {
  raised_at: string
}

/** Stored in the transaction of their cause, so that none is lost. */
export class Alerts {
  constructor(
    private readonly reader: Reader,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** @param raisedAt if its cause may have been found out in a gap: the earliest moment at which it can have been raised */
  async raise(tx: Tx, alert: Alert, raisedAt = iso(this.clock.now())): Promise<void> {
    const { accountId, kind, target } = alert
    const row = ALERT.toRow({ ...alert, id: this.ids.next('alrt'), raisedAt })
    const raised = await tx<Row>('alerts').insert(row).onConflict(['kind', 'target', 'since']).ignore().returning('id')
    if (raised.length > 0) this.log.warn({ alert: kind, account: accountId, target }, alert.message)
  }

  /** Removes the alerts of a target whose condition has ended. */
  async resolve(tx: Tx, target: string): Promise<void> {
    await tx('alerts').where({ target }).delete()
  }

  async find(id: string): Promise<RaisedAlert | undefined> {
    const row = await this.reader<Row>('alerts').where({ id }).first()
    return row && ALERT.fromRow(row)
  }

  /** Newest first. @param accountId null: of all accounts */
  async list(accountId: string | null = null): Promise<RaisedAlert[]> {
    const all = this.reader<Row>('alerts')
    const rows = await (accountId === null ? all : all.where({ account_id: accountId })).orderBy('raised_at', 'desc')
    return rows.map((row) => ALERT.fromRow(row))
  }
}
