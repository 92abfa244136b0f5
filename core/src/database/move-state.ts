import { resolve } from 'node:path'
import { sqlitePathOf } from './sqlite-path.js'

/** What a move keeps in its source. */
export const MOVE_TABLES = { state: 'paylink_move', changes: 'paylink_move_changes' } as const

/** A move that was begun, as its source remembers it. */
export interface MoveState {
  id: string
  /** Where to, without user and password. */
  target: string
  startedAt: string
  /** Since when the source refuses writes. */
  sealedAt: string | null
  finishedAt: string | null
}

/** An address as it may be shown and compared: without user and password, a file by its full path. */
export function shownAddress(databaseUrl: string): string {
  const path = sqlitePathOf(databaseUrl)
  if (path !== null) return `sqlite:${resolve(path)}`
  // A password may hold an @.
  return databaseUrl.replace(/\/\/[^/]*@/, '//').replace(/\?.*$/, '')
}

/** The database was moved, or is sealed for a move. */
export class MovedError extends Error {
  constructor({ target, finishedAt }: MoveState) {
    super(
      finishedAt === null
        ? `This database is sealed for a move to ${target} that was interrupted. Run paylink move --to with that address again.`
        : `This database was moved to ${target} at ${finishedAt}. Set PAYLINK_DATABASE_URL to that database${target.startsWith('postgres') ? ', with its user and password' : ''}.`,
    )
    this.name = 'MovedError'
  }
}
