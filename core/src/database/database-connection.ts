import type { Engine, Reader, Writer } from './engine.js'
import type { OutageWatch } from './outage-watch.js'

/** A connected database: a pool for reads and one for writes (the same one on Postgres). */
export interface DatabaseConnection {
  engine: Engine
  reader: Reader
  writer: Writer
  outages: OutageWatch
  close(): Promise<void>
}
