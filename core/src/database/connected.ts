import type { Knex } from 'knex'
import type { Engine, Reader } from './engine.js'
import type { OutageWatch } from './outage-watch.js'

/** A connected database: one pool to read from, and one to write with (on Postgres they are the same). */
export interface Connected {
  engine: Engine
  reader: Reader
  writer: Knex
  outages: OutageWatch
  close(): Promise<void>
}
