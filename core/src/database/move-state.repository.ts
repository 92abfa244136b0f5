import type { DatabaseConnection } from './database-connection.js'
import { MOVE_TABLES, MovedError, type MoveState } from './move-state.js'

/** Null: no move of this database was begun. */
export async function readMoveState({ reader }: Pick<DatabaseConnection, 'reader'>): Promise<MoveState | null> {
  if (!(await reader.schema.hasTable(MOVE_TABLES.state))) return null
  const row = await reader(MOVE_TABLES.state).first<Record<string, string | null> | undefined>()
  if (!row) return null
  return {
    ...{ id: String(row['id']), target: String(row['target']), startedAt: String(row['started_at']) },
    ...{ sealedAt: row['sealed_at'] ?? null, finishedAt: row['finished_at'] ?? null },
  }
}

/** @throws MovedError the database refuses writes */
export async function assertNotMoved(database: Pick<DatabaseConnection, 'reader'>): Promise<void> {
  const state = await readMoveState(database)
  if (state?.sealedAt) throw new MovedError(state)
}
