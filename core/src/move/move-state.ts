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

/** A change in the source since the move began. `key`: the primary key of the row, as a line. */
export interface Change {
  seq: number
  table: string
  key: string
}

/** An address as it may be shown and stored. */
export function withoutPassword(databaseUrl: string): string {
  if (!/^postgres(ql)?:/.test(databaseUrl)) return databaseUrl
  return databaseUrl.replace(/\/\/[^@/]*@/, '//').replace(/\?.*$/, '')
}

/** The database was moved, or is sealed for a move. */
export class MovedError extends Error {
  constructor({ target, finishedAt }: MoveState) {
    super(
      finishedAt === null
        ? `This database is sealed for a move to ${target} that was interrupted. Repeat: paylink move --to, with that address`
        : `This database was moved to ${target} at ${finishedAt}. Set PAYLINK_DATABASE_URL to that address.`,
    )
    this.name = 'MovedError'
  }
}
