import { type Outage, type OutageKind, outageOf } from './outage.js'

/** Which database is unusable, and what its address was given by. */
interface Place {
  database: string
  setting: string
  /** How to avoid a connection pooler. */
  direct: string
}

const OWN: Place = {
  database: 'The database',
  setting: 'PAYLINK_DATABASE_URL',
  direct: 'set PAYLINK_DATABASE_DIRECT_URL to the address of Postgres itself',
}

const SENTENCES: Record<OutageKind, (reason: string, place: Place) => string> = {
  // Postgres is there, and refuses this user or has no such database.
  unreachable: (reason, { database, setting }) =>
    REFUSED_LOGIN.test(reason)
      ? `${database} refuses the connection (${reason}): correct the user, password or database name in ${setting}.`
      : `${database} cannot be reached (${reason}): start it, or correct ${setting}.`,
  lost: (reason, { database }) => `${database} ended the connection (${reason}): see its log, then try again.`,
  timeout: (reason, { database }) =>
    `${database} does not answer (${reason}): see what it is busy with in pg_stat_activity.`,
  busy: (reason, { database }) =>
    `${database} has no free connection or lock (${reason}): raise max_connections or the limit of the role, or find the holder in pg_stat_activity.`,
  read_only: (reason, { database, setting }) =>
    READ_ONLY_FILE.test(reason)
      ? `${database} takes no writes: this user may not write its file or folder (chown, chmod).`
      : `${database} takes no writes (${reason}): point ${setting} at the primary, or make it writable.`,
  pooler: (reason, { database, direct }) =>
    `${database} is behind a connection pooler (${reason}): ${direct}; see "A connection pooler" in docs/operate.md.`,
  full: (reason, { database }) => `${database} is on a full disk (${reason}): free some space there (df -h).`,
  io: (reason, { database }) =>
    `${database} cannot read or write its files (${reason}): check the disk; restore a backup if files are damaged.`,
}

/** Of SQLite. */
const READ_ONLY_FILE = /attempt to write a readonly database/

const REFUSED_LOGIN = /authentication|pg_hba\.conf|does not exist|permission denied|not permitted to log in/

/** The cause and the remedy, in one sentence for the operator. */
export const describeOutage = ({ kind, reason }: Outage, place = OWN): string => SENTENCES[kind](reason, place)

/** Of files that are no database. */
const DISK_FAULTS: Partial<Record<string, (reason: string) => string>> = {
  ENOSPC: (reason) => `The disk is full (${reason}): free some space there (df -h).`,
  EDQUOT: (reason) => `The quota of the disk is used up (${reason}): free some space there.`,
  EACCES: (reason) => `This user has no access (${reason}): change the owner (chown), or choose another place.`,
  EPERM: (reason) => `This user has no access (${reason}): change the owner (chown), or choose another place.`,
  ENOENT: (reason) => `There is no such file or folder (${reason}): correct the path.`,
  ENOTDIR: (reason) => `A part of the path is not a folder (${reason}): correct the path.`,
  EEXIST: (reason) => `There is a file where a folder is needed (${reason}): correct the path.`,
  EISDIR: (reason) => `This is a folder, not a file (${reason}): correct the path.`,
  EROFS: (reason) => `The file system takes no writes (${reason}): choose another place, or make it writable.`,
}

const INSUFFICIENT_PRIVILEGE = '42501'

/** Its message has both the state of the work and the cause: commands print it without adding a remedy. */
export class ExplainedError extends Error {}

/** Of a role of Postgres that lacks a right; without the statement, which Knex puts before it. */
function refusalOf(error: unknown): string | null {
  const isRefused = error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE
  return isRefused ? (error.message.split(' - ').at(-1) ?? null) : null
}

/** The sentence for the operator; null: the error is not one of the database or the disk. */
export function explanationOf(error: unknown): string | null {
  if (error instanceof ExplainedError) return error.message
  const outage = outageOf(error)
  if (outage) return describeOutage(outage)
  const refusal = refusalOf(error)
  if (refusal !== null)
    return `The database does not let this user do that (${refusal}): make it the owner of the database (alter database NAME owner to USER).`
  // A program that cannot be started has such a code, too.
  const isDisk =
    error instanceof Error && 'code' in error && !String((error as { syscall?: unknown }).syscall).startsWith('spawn')
  return isDisk ? (DISK_FAULTS[String(error.code)]?.(error.message) ?? null) : null
}

/** Why something failed, to stand between other sentences. */
export const sentenceOf = (error: unknown): string =>
  (explanationOf(error) ?? (error instanceof Error ? error.message : String(error))).replace(/[.]?$/, '.')
