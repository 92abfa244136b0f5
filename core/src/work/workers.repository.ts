import type { Knex } from 'knex'
import type { Writer } from '../database/engine.js'
import { type Clock, iso, later, SECOND_MS } from '../kernel/clock.js'
import { isRunning, processScope } from './this-process.js'

/** A process without a heartbeat for this long is considered dead (I35). */
export const DEAD_AFTER_MS = 15 * SECOND_MS
export const HEARTBEAT_MS = 5 * SECOND_MS

interface Row {
  id: string
  seen_at: string
  place: string | null
  pid: number | null
}

/** The heartbeats of all processes that hold claims. */
export class Workers {
  private readonly ids = new Set<string>()
  private readonly place = processScope()

  constructor(
    private readonly writer: Writer,
    private readonly clock: Clock,
  ) {}

  /** Includes `id` in the heartbeats of this process. */
  register(id: string): void {
    this.ids.add(id)
  }

  async beat(on: Knex = this.writer): Promise<void> {
    const seenAt = iso(this.clock.now())
    const rows: Row[] = [...this.ids].map((id) => ({ id, seen_at: seenAt, place: this.place, pid: process.pid }))
    if (rows.length > 0) await on('workers').insert(rows).onConflict('id').merge(['seen_at'])
    await on('workers')
      .where('seen_at', '<', iso(later(this.clock.now(), -100 * DEAD_AFTER_MS)))
      .delete()
  }

  async deregister(): Promise<void> {
    await this.writer('workers')
      .whereIn('id', [...this.ids])
      .delete()
  }

  /** Deletes the workers of this host whose process has exited. Returns their ids. */
  async removeDead(): Promise<string[]> {
    const here = await this.writer<Row>('workers')
      .where({ place: this.place })
      .whereNotIn('id', [...this.ids])
    const dead = here.filter(({ pid }) => pid === null || pid === process.pid || !isRunning(pid)).map(({ id }) => id)
    if (dead.length > 0) await this.writer('workers').whereIn('id', dead).delete()
    return dead
  }

  /** Is any process running but this one? */
  async hasOthers(): Promise<boolean> {
    const row = await this.writer<Row>('workers')
      .whereNotIn('id', [...this.ids])
      .where('seen_at', '>=', iso(later(this.clock.now(), -DEAD_AFTER_MS)))
      .first('id')
    return row !== undefined
  }

  /** `on`: the current transaction, if any. */
  async isAlive(id: string, on: Knex = this.writer): Promise<boolean> {
    if (this.ids.has(id)) return true
    const row = await on<Row>('workers')
      .where({ id })
      .where('seen_at', '>=', iso(later(this.clock.now(), -DEAD_AFTER_MS)))
      .first('id')
    return row !== undefined
  }
}
