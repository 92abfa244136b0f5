import type { Reader, Tx } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import type { Log } from '../kernel/log.js'

/** Something that a person should hear of, and do something about. */
export interface Alert {
  accountId: string
  kind:
    | 'webhook_endpoint.failing'
    | 'webhook_endpoint.disabled'
    | 'invoicing.stalled'
    | 'invoice.total_differs'
    | 'invoice.cancellation_refused'
    | 'payment.disputed'
  /** The id of the thing. */
  target: string
  /** What is wrong, and what to do: one or two sentences. */
  says: string
  /** Since when it is so. The same thing is raised once, however often it is noticed. */
  since: string
}

export interface RaisedAlert extends Alert {
  id: string
}

interface Row {
  id: string
  account_id: string
  kind: Alert['kind']
  target: string
  says: string
  since: string
  raised_at: string
}

/** Written down in the transaction of what they are about, so that none is lost; `paylink doctor` shows them. */
export class Alerts {
  constructor(
    private readonly reader: Reader,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async raise(tx: Tx, { accountId, kind, target, says, since }: Alert): Promise<void> {
    const id = this.ids.next('alrt')
    const row: Row = { id, account_id: accountId, kind, target, says, since, raised_at: iso(this.clock.now()) }
    const raised = await tx<Row>('alerts').insert(row).onConflict(['kind', 'target', 'since']).ignore().returning('id')
    if (raised.length > 0) this.log.warn({ alert: kind, account: accountId, target }, says)
  }

  /** What was set right again needs nobody any more. */
  async settle(tx: Tx, target: string): Promise<void> {
    await tx('alerts').where({ target }).delete()
  }

  async find(id: string): Promise<RaisedAlert | undefined> {
    const row = await this.reader<Row>('alerts').where({ id }).first()
    return row && toAlert(row)
  }

  /** Of all accounts, newest first. */
  async list(): Promise<RaisedAlert[]> {
    return (await this.reader<Row>('alerts').orderBy('raised_at', 'desc')).map(toAlert)
  }
}

const toAlert = ({ id, account_id: accountId, kind, target, says, since }: Row): RaisedAlert => ({
  id,
  accountId,
  kind,
  target,
  says,
  since,
})
