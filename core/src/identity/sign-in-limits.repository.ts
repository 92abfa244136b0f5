import { createHash } from 'node:crypto'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso, later, SECOND_MS } from '../kernel/clock.js'

/** A bucket of tries that fills again, one try each `refillMs`. */
export interface Bucket {
  /** What it limits. Stored as a hash, since people also type passwords into the wrong field. */
  name: string
  capacity: number
  refillMs: number
}

interface Row {
  bucket: string
  full_at: string
}

/** Counts tries in the database, so that all processes count together. */
export class SignInLimits {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Takes one try from each bucket, or none. Returns the whole seconds to wait; 0: it was taken. */
  take(buckets: readonly Bucket[]): Promise<number> {
    return this.unitOfWork.run((tx) => this.takeIn(tx, buckets))
  }

  /** The same, in a transaction of the caller's. */
  async takeIn(tx: Tx, buckets: readonly Bucket[]): Promise<number> {
    const now = this.clock.now()
    // Always in the same order, so that two requests cannot wait for each other.
    const wanted = buckets.map((bucket) => ({ ...bucket, id: idOf(bucket) })).sort(byId)
    const fresh = wanted.map(({ id }) => ({ bucket: id, full_at: iso(now) }))
    await tx('sign_in_limits').insert(fresh).onConflict('bucket').ignore()
    const ids = wanted.map(({ id }) => id)
    const rows = await tx<Row>('sign_in_limits').whereIn('bucket', ids).orderBy('bucket').forUpdate()
    const taken = wanted.map(({ id, capacity, refillMs }) => {
      const stored = Date.parse(rows.find(({ bucket }) => bucket === id)?.full_at ?? iso(now))
      // Further ahead than an empty bucket is: the clock was set back.
      const fullAt = Math.min(Math.max(stored, now.getTime()), now.getTime() + capacity * refillMs)
      return { id, fullAt: fullAt + refillMs, waitMs: fullAt + refillMs - now.getTime() - capacity * refillMs }
    })
    const waitMs = Math.max(...taken.map((one) => one.waitMs))
    if (waitMs > 0) return Math.ceil(waitMs / SECOND_MS)
    for (const { id, fullAt } of taken) {
      await tx<Row>('sign_in_limits')
        .where({ bucket: id })
        .update({ full_at: iso(new Date(fullAt)) })
    }
    return 0
  }

  /** Gives back one try each: it succeeded. */
  async giveBack(tx: Tx, buckets: readonly Bucket[]): Promise<void> {
    for (const bucket of [...buckets].sort((one, other) => byId({ id: idOf(one) }, { id: idOf(other) }))) {
      const row = await tx<Row>('sign_in_limits')
        .where({ bucket: idOf(bucket) })
        .forUpdate()
        .first('full_at')
      if (!row) continue
      const fullAt = iso(later(new Date(row.full_at), -bucket.refillMs))
      await tx<Row>('sign_in_limits')
        .where({ bucket: idOf(bucket) })
        .update({ full_at: fullAt })
    }
  }

  /** Deletes buckets that are full. */
  async deleteFull(tx: Tx): Promise<void> {
    await tx<Row>('sign_in_limits').where('full_at', '<', iso(this.clock.now())).delete()
  }
}

const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1)

const idOf = ({ name }: Bucket): string => createHash('sha256').update(name).digest('base64url')
