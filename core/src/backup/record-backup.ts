import { COMMAND_LIMITS, connect } from '../database/connect.js'
import { writeBackupState } from './backup-state.repository.js'

/** For `doctor`, which otherwise asks for a backup. */
export async function recordBackup(databaseUrl: string, file: string, startedAt: string, at: string): Promise<void> {
  const database = connect(databaseUrl, COMMAND_LIMITS)
  try {
    await database.writer.transaction((tx) =>
      writeBackupState(tx, { startedAt, finishedAt: at, file, error: null, succeededAt: at }),
    )
  } finally {
    await database.close()
  }
}
