import type { Knex } from 'knex'
import { isCopied } from '../backup/copied-tables.js'
import { PostgresRows } from '../backup/postgres-rows.js'
import { type ColumnTypes, columnTypesOf } from '../backup/postgres-snapshot.js'
import { fromLine, toLine } from '../backup/row-line.js'
import type { KeyedRows, KeyedTable } from '../backup/snapshot.js'
import { SqliteRows } from '../backup/sqlite-rows.js'
import type { DatabaseConnection } from '../database/database-connection.js'
import { MOVE_TABLES, type MoveState } from '../database/move-state.js'
import { readMoveState } from '../database/move-state.repository.js'
import { openSqlite } from '../database/sqlite-driver.js'
import { sqlitePathOf } from '../database/sqlite-path.js'
import {
  allowWrites,
  CREATE_STATE,
  createChanges,
  DROP_TABLES,
  createChangeTriggers,
  dropChangeTriggers,
  seal,
  unseal,
} from './move-sql.js'
import { keyedTables } from './keyed-tables.js'

/** A writer that holds a lock for longer is not one of ours. */
const LOCK_TIMEOUT = "set local lock_timeout = '20s'"
const SEQS_AT_ONCE = 1000

/** A change in the source since the move began. `key`: the primary key of the row, as a line. */
export interface Change {
  seq: number
  table: string
  key: string
}

/** What changed since the last look, and the rows as they were at that moment. */
export interface Snapshot {
  changes: Change[]
  rows: KeyedRows
}

/** Another move of the same database was begun after this one had lost its lock. */
export class MoveReplacedError extends Error {
  constructor() {
    super('Another move of this database has replaced this one, which is given up.')
    this.name = 'MoveReplacedError'
  }
}

/** The database that is moved: it notes what changes while it is copied, and refuses writes from the end of that on. */
export class MoveSource {
  /** Of the move that this process has begun. */
  private id: string | undefined

  private constructor(
    private readonly database: DatabaseConnection,
    private readonly databaseUrl: string,
    readonly tables: readonly KeyedTable[],
    private readonly types: ColumnTypes,
  ) {}

  static async open(database: DatabaseConnection, databaseUrl: string): Promise<MoveSource> {
    const { engine, reader } = database
    const types: ColumnTypes =
      engine === 'postgres' ? await columnTypesOf(reader) : new Map<string, Map<string, string>>()
    const tables = (await keyedTables(reader, engine)).filter(({ name }) => !isMoveTable(name))
    return new MoveSource(database, databaseUrl, tables, types)
  }

  /** Those whose rows are copied. */
  get copied(): KeyedTable[] {
    return this.tables.filter(isCopied)
  }

  state(): Promise<MoveState | null> {
    return readMoveState(this.database)
  }

  /** From now on changes are noted. Whatever an interrupted move has left is removed before. */
  async begin({ id, target, startedAt }: Pick<MoveState, 'id' | 'target' | 'startedAt'>): Promise<void> {
    await this.release()
    this.id = id
    await this.change([CREATE_STATE, createChanges(this.database.engine)])
    await this.database.writer(MOVE_TABLES.state).insert({ id, target, started_at: startedAt })
    for (const table of this.copied) {
      await this.change(createChangeTriggers(this.database.engine, table, this.types.get(table.name) ?? new Map()))
    }
  }

  /** Table by table: a transaction that finds one sealed is rolled back as a whole. Returns once none is under way. */
  async seal(target: string, at: string): Promise<void> {
    await this.update({ sealed_at: at })
    for (const table of this.tables) await this.change(seal(this.database.engine, table, target))
  }

  /** The copy is what counts from now on. */
  async finish(at: string): Promise<void> {
    await this.update({ finished_at: at })
  }

  /** Gives the move up: everything is as before it. */
  async release(): Promise<void> {
    // First what needs no lock of the table: a reader may hold one for long.
    if (this.database.engine === 'postgres') await this.change(this.tables.flatMap(allowWrites))
    for (const table of this.tables) {
      await this.change([...dropChangeTriggers(this.database.engine, table), ...unseal(this.database.engine, table)])
    }
    await this.change(DROP_TABLES)
  }

  /** All changes that were noted and not forgotten. */
  async readSnapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const path = sqlitePathOf(this.databaseUrl)
    if (path === null) {
      return this.database.reader.transaction(
        async (tx) => {
          await tx.raw('set local idle_in_transaction_session_timeout = 0')
          await this.assertOwn(tx)
          return work({ changes: await changesIn(tx), rows: new PostgresRows(tx, this.types) })
        },
        { isolationLevel: 'repeatable read', readOnly: true },
      )
    }
    const file = openSqlite(path, { readonly: true })
    try {
      file.exec('begin')
      const changes = file.prepare<[], Change>(CHANGES).all()
      return await work({ changes: changes.map(normalized), rows: new SqliteRows(file) })
    } finally {
      file.close()
    }
  }

  async forget(changes: readonly Change[]): Promise<void> {
    for (let from = 0; from < changes.length; from += SEQS_AT_ONCE) {
      const seqs = changes.slice(from, from + SEQS_AT_ONCE).map(({ seq }) => seq)
      await this.database.writer(MOVE_TABLES.changes).whereIn('seq', seqs).delete()
    }
  }

  private async update(changes: object): Promise<void> {
    const states = this.database.writer(MOVE_TABLES.state)
    const updated = await (this.id === undefined ? states : states.where({ id: this.id })).update(changes)
    if (updated !== 1) throw new MoveReplacedError()
  }

  /** A connection that is lost takes the lock of its move with it. */
  private async assertOwn(on: Knex): Promise<void> {
    const row = await on<{ id: string }>(MOVE_TABLES.state).first('id')
    if (row?.id !== this.id) throw new MoveReplacedError()
  }

  private async change(statements: readonly string[]): Promise<void> {
    await this.database.writer.transaction(async (tx) => {
      if (this.database.engine === 'postgres') await tx.raw(LOCK_TIMEOUT)
      for (const statement of statements) await tx.raw(statement)
    })
  }
}

const isMoveTable = (name: string): boolean => Object.values<string>(MOVE_TABLES).includes(name)

const CHANGES = `select seq, table_name as "table", key from ${MOVE_TABLES.changes} order by seq`

async function changesIn(tx: Knex): Promise<Change[]> {
  const { rows } = await tx.raw<{ rows: Change[] }>(CHANGES)
  return rows.map(normalized)
}

/** Postgres writes JSON with spaces. */
const normalized = (change: Change): Change => ({ ...change, key: toLine(fromLine(change.key)) })
