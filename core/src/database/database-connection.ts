import type { Knex } from 'knex'
import type { Engine, Reader } from './engine.js'
import type { OutageWatch } from './outage-watch.js'

/** A connected database: a pool for reads and one for writes (the same one on Postgres). */
export interface DatabaseConnection {
  engine: Engine
  reader: Reader
  writer: Knex
  outages: OutageWatch
  close(): Promise<void>
}
