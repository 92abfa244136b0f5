import type { Knex } from 'knex'
import type { Engine } from './engine.js'

/**
 * `expand`: it only adds what the version before neither reads nor has to write, such as a table, an index, or a column
 * that is nullable or has a default; the version before goes on serving. `contract`: anything else. What it removes or
 * restricts must be unused already by the version before.
 */
export type MigrationKind = 'expand' | 'contract'

/** One numbered step of the schema, run in one transaction. Never changed once released. */
export interface Migration {
  /** Like `0001-links-and-payments`; the number gives the order. */
  name: string
  /** Recorded with the step, for versions that do not know it. `contract` unless given. */
  kind?: MigrationKind
  up(on: Knex.Transaction, engine: Engine): Promise<void>
  down(on: Knex.Transaction, engine: Engine): Promise<void>
}

/** A point in time: a real timestamp on Postgres, ISO 8601 text (which sorts alike) on SQLite. */
export function timestamp(table: Knex.CreateTableBuilder, engine: Engine, name: string): Knex.ColumnBuilder {
  return engine === 'postgres' ? table.timestamp(name, { useTz: true, precision: 3 }) : table.text(name)
}

/** Account and mode. Composite foreign keys on them keep a row from referring to another account or mode (I46, I47). */
export function addScopeColumns(table: Knex.CreateTableBuilder): void {
  table.text('account_id').notNullable().references('accounts.id')
  table.boolean('livemode').notNullable()
}
