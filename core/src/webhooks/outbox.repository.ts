import type { Tx } from '../database/engine.js'
import type { Scope } from '../kernel/caller.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import type { EventType } from './event.js'

const API_VERSION = '0.0.1'

/** Writes each event down in the transaction of its change (I25); its bytes never change afterwards (I26). */
export class Outbox {
  constructor(
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** `object` is the Payment or PaymentLink exactly as the API shows it (R155, R206). */
  async append(tx: Tx, scope: Scope, type: EventType, object: { id: string }): Promise<void> {
    const id = this.ids.next('evt')
    const createdAt = iso(this.clock.now())
    const payload = {
      id,
      object: 'event',
      type,
      createdAt,
      livemode: scope.livemode,
      apiVersion: API_VERSION,
      data: { object },
    }
    await tx('events').insert({
      id,
      account_id: scope.accountId,
      livemode: scope.livemode,
      type,
      object_id: object.id,
      payload: JSON.stringify(payload),
      created_at: createdAt,
    })
  }
}
