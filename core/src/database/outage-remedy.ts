import type { Outage, OutageKind } from './outage.js'

const SENTENCES: Record<OutageKind, (reason: string) => string> = {
  unreachable: (reason) => `The database cannot be reached (${reason}): start it, or correct PAYLINK_DATABASE_URL.`,
  lost: (reason) => `The database ended the connection (${reason}): see its log, then try again.`,
  timeout: (reason) => `The database does not answer (${reason}): see what it is busy with in pg_stat_activity.`,
  busy: (reason) =>
    `The database has no connection or lock to give (${reason}): raise max_connections, or stop what holds them.`,
  read_only: (reason) =>
    `The database takes no writes (${reason}): point PAYLINK_DATABASE_URL at the primary, or end its read-only mode.`,
  full: (reason) => `The disk of the database is full (${reason}): make room there, see df -h.`,
  io: (reason) => `The database cannot read or write its files (${reason}): see the disk, then restore a backup.`,
}

/** The cause and the remedy, in one sentence for the operator. */
export const describeOutage = ({ kind, reason }: Outage): string => SENTENCES[kind](reason)
