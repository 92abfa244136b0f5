import type { Knex } from 'knex'
import type { KeyedRows, KeyedTable, Snapshot, TableShape } from './snapshot.js'

/** Takes rows in, in any order of tables: foreign keys are checked afterwards. */
export interface CopyTarget extends KeyedRows {
  readonly tables: readonly TableShape[]
  load(table: TableShape, lines: readonly string[]): Promise<void>
  /** Deletes the rows with these keys, as far as there are any. */
  remove(table: KeyedTable, keys: readonly string[]): Promise<void>
}

/** A database that has all of its rows, before it is kept. */
export interface FilledDatabase {
  on: Knex
  snapshot: Snapshot
  /** What the engine finds wrong with it. */
  findDamage: () => string[]
  /** Only rows that refer to missing ones, which takes less time. */
  findOrphans: () => string[]
}

/** How to fill a new database. If any step throws, nothing of it is kept. */
export interface Filling {
  /** The schema of the rows: the migrations that it consists of. */
  migrations: readonly string[]
  load(target: CopyTarget): Promise<void>
  /** Reads back what was loaded, once there are indexes. */
  compare?(snapshot: Snapshot): Promise<void>
  /**
   * Brings the rows up to date. The triggers that queue rows for the search are back, those that refuse changes are not;
   * foreign keys are checked at its end.
   */
  catchUp?(target: CopyTarget, on: Knex): Promise<void>
  finish(filled: FilledDatabase): Promise<void>
}

/** A database must be empty to be filled. */
export class NotEmptyError extends Error {
  constructor(place: string) {
    super(`${place} is not empty. Nothing was changed. Choose an empty database, or move this one away first.`)
    this.name = 'NotEmptyError'
  }
}
