import type { Engine, Reader, Writer } from './engine.js'
import type { OutageWatch } from './outage-watch.js'

/** A connected database: a pool for reads and one for writes (the same one on Postgres). */
export interface DatabaseConnection {
  engine: Engine
  reader: Reader
  writer: Writer
  /** Each transaction, and each statement outside of one, may have another session. */
  isPooled: boolean
  outages: OutageWatch
  close(): Promise<void>
}
