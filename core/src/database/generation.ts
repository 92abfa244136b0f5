import type { Reader, Tx } from './engine.js'
import { isOutage, outageOf } from './outage.js'
import { Statement } from './statement.js'

const READ = new Statement<{ value: number }>('select value from generation where id = 1')
/** The query reads one row: a connection that takes longer is given up. */
const READ_MS = 1500

/**
 * A number that grows with every change of a cached row: keys, accounts, connections. Each request reads it once when it
 * begins, so a change applies to every request that begins after it, in every process.
 */
export class Generation {
  /** As last read. */
  value = 0
  private running: Promise<number> | undefined
  private queued: Promise<number> | undefined
  private readonly listeners: (() => Promise<void>)[] = []
  /** The value that the listeners were told of. */
  private told = 0

  constructor(private readonly reader: Reader) {}

  /** Requests that arrive during a read share the next one: the read in progress may be stale for them. */
  refresh(): Promise<number> {
    if (!this.running) {
      this.running = this.read().finally(() => (this.running = undefined))
      return this.running
    }
    this.queued ??= this.running
      .catch((error: unknown) => {
        // During an outage another read would only take as long again.
        if (isOutage(error)) throw error
      })
      .finally(() => (this.queued = undefined))
      .then(() => this.refresh())
    return this.queued
  }

  /** As a statement that the request begins with read it: it needs no read of its own. Answers may arrive in any order. */
  async advanceTo(value: number): Promise<void> {
    this.value = Math.max(this.value, value)
    await this.tell()
  }

  /** Is called after each change, before the request that noticed it goes on. */
  onChange(listener: () => Promise<void>): void {
    this.listeners.push(listener)
  }

  /** Part of every change of a key, an account or a connection. */
  async bump(tx: Tx): Promise<void> {
    await tx('generation').where({ id: 1 }).increment('value', 1)
  }

  private async read(): Promise<number> {
    const [row] = await READ.rows(this.reader, [], READ_MS).catch((error: unknown) => {
      // The connection timed out or broke: another may work.
      const kind = outageOf(error)?.kind
      if (kind !== 'timeout' && kind !== 'lost') throw error
      return READ.rows(this.reader, [], READ_MS)
    })
    this.value = row?.value ?? 0
    await this.tell()
    return this.value
  }

  private async tell(): Promise<void> {
    if (this.told === this.value) return
    const { value } = this
    await Promise.all(this.listeners.map((listener) => listener()))
    this.told = value
  }
}

const MAX_ENTRIES = 10_000

/** A cache that is valid for one generation. */
export class GenerationCache<V> {
  private readonly values = new Map<string, V>()
  private seen = -1

  constructor(private readonly generation: Generation) {}

  /** `load` returns undefined for what does not exist; that is not cached. */
  async get<T extends V | undefined>(key: string, load: () => Promise<T>): Promise<T> {
    if (this.seen !== this.generation.value || this.values.size > MAX_ENTRIES) {
      this.values.clear()
      this.seen = this.generation.value
    }
    const kept = this.values.get(key)
    if (kept !== undefined) return kept as T
    const asked = this.seen
    const loaded = await load()
    // A change during the load may be missing from the value, while other requests have seen it and cleared the cache.
    if (loaded !== undefined && asked === this.seen && asked === this.generation.value) this.values.set(key, loaded)
    return loaded
  }
}
