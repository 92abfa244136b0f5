import type { Outage, OutageKind } from './outage.js'

const SENTENCES: Record<OutageKind, (reason: string) => string> = {
  unreachable: (reason) => `The database cannot be reached (${reason}): start it, or correct PAYLINK_DATABASE_URL.`,
  lost: (reason) => `The database ended the connection (${reason}): see its log, then try again.`,
  timeout: (reason) => `The database does not answer (${reason}): see what it is busy with in pg_stat_activity.`,
  busy: (reason) =>
    `The database has no free connection or lock (${reason}): raise max_connections, or find the holder in pg_stat_activity.`,
  read_only: (reason) =>
    `The database takes no writes (${reason}): point PAYLINK_DATABASE_URL at the primary, or make it writable.`,
  pooler: (reason) =>
    `The database address is that of a connection pooler (${reason}): set PAYLINK_DATABASE_DIRECT_URL to the address of Postgres itself; see "A connection pooler" in docs/operate.md.`,
  full: (reason) => `The disk of the database is full (${reason}): free some space there (df -h).`,
  io: (reason) =>
    `The database cannot read or write its files (${reason}): check the disk; restore a backup if files are damaged.`,
}

/** The cause and the remedy, in one sentence for the operator. */
export const describeOutage = ({ kind, reason }: Outage): string => SENTENCES[kind](reason)
