/** Why the database is unusable, independent of the query. */
export type OutageKind =
  /** No connection can be made. */
  | 'unreachable'
  /** A connection broke, or was ended by the server. */
  | 'lost'
  /** A query was not answered before its deadline. */
  | 'timeout'
  /** Every connection is in use, ours or the server's. */
  | 'busy'
  /** A standby, a demoted primary, or a file that may not be written. */
  | 'read_only'
  | 'full'
  /** A connection pooler in transaction mode without `PAYLINK_DATABASE_DIRECT_URL`. */
  | 'pooler'
  /** The disk or the file cannot be read or written. */
  | 'io'

export interface Outage {
  kind: OutageKind
  reason: string
}

/** When clients should repeat a request that failed for it. */
export const OUTAGE_RETRY_AFTER_SECONDS = '5'

/** The database is unusable. `reason` stays as given, while Knex prefixes `message` with the statement. */
export class DatabaseUnavailableError extends Error implements Outage {
  constructor(
    readonly kind: OutageKind,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options)
    this.name = 'DatabaseUnavailableError'
  }
}

const KINDS: Readonly<Record<string, OutageKind>> = {
  '25006': 'read_only',
  '53100': 'full',
  '53200': 'io',
  '53300': 'busy',
  '53400': 'busy',
  '57014': 'timeout',
  '57P01': 'lost',
  '57P02': 'lost',
  '57P03': 'unreachable',
  '57P04': 'lost',
  '57P05': 'lost',
  '25P03': 'lost',
  SQLITE_FULL: 'full',
  // The index of the write-ahead log could not grow.
  SQLITE_IOERR_SHMSIZE: 'full',
  SQLITE_BUSY: 'busy',
  SQLITE_LOCKED: 'busy',
  SQLITE_READONLY: 'read_only',
  SQLITE_IOERR: 'io',
  SQLITE_CANTOPEN: 'unreachable',
  SQLITE_CORRUPT: 'io',
  SQLITE_NOTADB: 'io',
}

/** The drivers give these no code. */
const LOST_MESSAGE = /Connection terminated|is not queryable|Connection ended unexpectedly/

/** Begins the reason that a database gives for refusing writes after it was moved. */
export const MOVED_MARK = 'The database was moved to'

const MAX_CAUSES = 5

/** Null: the error is no outage; the database answered. */
export function outageOf(error: unknown): Outage | null {
  let at = error
  for (let depth = 0; depth < MAX_CAUSES && at instanceof Error; depth++, at = at.cause) {
    const found = classify(at)
    if (found) return found
  }
  return null
}

export const isOutage = (error: unknown): boolean => outageOf(error) !== null

/** The connection failed: whether the last statement took effect is not known. */
export const isConnectionFailure = (error: unknown): boolean =>
  ['unreachable', 'lost', 'timeout'].includes(outageOf(error)?.kind ?? '')

/** Only what was moved refuses writes, not the server. */
export const isMoved = ({ reason }: Outage): boolean => reason.includes(MOVED_MARK)

/** Reads and connections work, but the file or volume refuses writes. */
export const refusesWrites = ({ kind }: Outage): boolean => kind === 'full' || kind === 'read_only' || kind === 'io'

function classify(error: Error): Outage | null {
  if (error instanceof DatabaseUnavailableError) return error
  if (error.message.includes(MOVED_MARK)) return { kind: 'read_only', reason: error.message }
  const kind = kindOf('code' in error ? String(error.code) : '', 'severity' in error)
  if (kind) return { kind, reason: error.message }
  return LOST_MESSAGE.test(error.message) ? { kind: 'lost', reason: error.message } : null
}

/** Extended SQLite codes such as SQLITE_IOERR_WRITE begin with the code they refine. */
function kindOf(code: string, isFromPostgres: boolean): OutageKind | undefined {
  const known = KINDS[code]
  if (known) return known
  if (code.startsWith('SQLITE_')) return KINDS[code.split('_').slice(0, 2).join('_')]
  if (!isFromPostgres) return undefined
  if (code.startsWith('08')) return 'lost'
  return code.startsWith('58') || code.startsWith('XX') ? 'io' : undefined
}
