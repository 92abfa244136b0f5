import type { Knex } from 'knex'

/** The latest backup, by schedule or by command. */
export interface BackupState {
  startedAt: string
  /** Null: it is being made, or its process has died. */
  finishedAt: string | null
  file: string
  /** Why it failed; null: it did not. */
  error: string | null
  /** The latest that succeeded, if this one has not. */
  succeededAt: string | null
}

const KEY = 'backup'

export async function readBackupState(on: Knex): Promise<BackupState | null> {
  const row = await on<{ key: string; value: string }>('instance').where({ key: KEY }).first('value')
  return row ? (JSON.parse(row.value) as BackupState) : null
}

/** Replaces `before`, unless another process has done so. Returns whether it did. */
export async function claimBackupState(on: Knex, before: BackupState | null, next: BackupState): Promise<boolean> {
  const value = JSON.stringify(next)
  if (before) {
    const replaced = on('instance').where({ key: KEY, value: JSON.stringify(before) })
    return (await replaced.update({ value })) > 0
  }
  const inserted = await on('instance').insert({ key: KEY, value }).onConflict('key').ignore().returning('key')
  return inserted.length > 0
}

export async function writeBackupState(on: Knex, state: BackupState): Promise<void> {
  await on('instance')
    .insert({ key: KEY, value: JSON.stringify(state) })
    .onConflict('key')
    .merge()
}
