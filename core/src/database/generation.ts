import type { Reader, Tx } from './engine.js'
import { isOutage, outageOf } from './outage.js'
import { Statement } from './statement.js'

const READ = new Statement<{ value: number }>('select value from generation where id = 1')
/** One row: a connection that takes longer to answer is tried no further. */
const READ_MS = 1500

/**
 * A number that grows with every change of what requests keep in memory: keys, accounts, connections.
 * Each request looks at it once when it begins, so what a command changed holds for every request
 * that begins after the command has ended, in every process.
 */
export class Generation {
  /** As last seen. */
  value = 0
  private running: Promise<number> | undefined
  private queued: Promise<number> | undefined

  constructor(private readonly reader: Reader) {}

  /** Looks now. Requests that arrive while somebody looks share the next look: one that began earlier may be stale. */
  refresh(): Promise<number> {
    if (!this.running) {
      this.running = this.read().finally(() => (this.running = undefined))
      return this.running
    }
    this.queued ??= this.running
      .catch((error: unknown) => {
        // With the database away another look would only take as long again.
        if (isOutage(error)) throw error
      })
      .finally(() => (this.queued = undefined))
      .then(() => this.refresh())
    return this.queued
  }

  /** Part of every change of a key, an account or a connection. */
  async bump(tx: Tx): Promise<void> {
    await tx('generation').where({ id: 1 }).increment('value', 1)
  }

  private async read(): Promise<number> {
    const [row] = await READ.rows(this.reader, [], READ_MS).catch((error: unknown) => {
      // One connection was silent or broken: another may be fine.
      const kind = outageOf(error)?.kind
      if (kind !== 'timeout' && kind !== 'lost') throw error
      return READ.rows(this.reader, [], READ_MS)
    })
    this.value = row?.value ?? 0
    return this.value
  }
}

const MOST_KEPT = 10_000

/** Values that are good while the generation stands. */
export class Remembered<V> {
  private readonly values = new Map<string, V>()
  private seen = -1

  constructor(private readonly generation: Generation) {}

  /** `load` answers undefined for what does not exist; that is not remembered. */
  async get<T extends V | undefined>(key: string, load: () => Promise<T>): Promise<T> {
    if (this.seen !== this.generation.value || this.values.size > MOST_KEPT) {
      this.values.clear()
      this.seen = this.generation.value
    }
    const kept = this.values.get(key)
    if (kept !== undefined) return kept as T
    const asked = this.seen
    const loaded = await load()
    // What changed while we loaded may be missing from it, though others have seen the change and cleared since.
    if (loaded !== undefined && asked === this.seen && asked === this.generation.value) this.values.set(key, loaded)
    return loaded
  }
}
