/** Why the database is taken for older than the world around it. */
export type QuarantineReason =
  'restored' | 'older_than_data_directory' | 'checkout_unknown_here' | 'invoice_unknown_here'

export interface QuarantineState {
  reason: QuarantineReason
  /** The moment the database is from. What happened between it and `knownUntil` is missing. */
  copiedAt: string
  /** The last moment of which anything may be missing. */
  knownUntil: string
  startedAt: string
}

/** What is missing between two moments. */
export type Missing = Pick<QuarantineState, 'copiedAt' | 'knownUntil'>

/** A time of which each connection's provider may have checkouts that are unknown here. */
interface UncomparedTime {
  from: string
  until: string
  /** Until when each connection was compared, by its id; those that are not in it, until `from`. */
  compared: Record<string, string>
  /** Why a connection could not be compared, by its id. */
  unread: Record<string, string>
}

/**
 * The gaps in what is known here, from the first to the end of the latest, once its quarantine has ended: what was asked for
 * before `until` may have been done already. Connections that were not in use then are compared when they are again, or are
 * made anew.
 */
export interface Gap extends UncomparedTime {
  kind: 'gap'
}

/**
 * Times in which no process ran, as far as the database knows, from the first to the end of the latest. It may have been put
 * back to the beginning of one of them instead, so each provider's checkouts since the first are compared with it before
 * another one is opened there.
 */
export interface Downtime extends UncomparedTime {
  kind: 'downtime'
  /** When each of them began, the earliest first. */
  starts: string[]
  /** Since the latest, every connection was compared, or could not be. */
  isTried: boolean
}

export type Uncompared = Gap | Downtime

/** The stored gap of an earlier version has no length: it was compared with the connections of then. */
export const isCompared = ({ from, until, compared }: Uncompared, connectionId: string): boolean =>
  from >= until || compared[connectionId] === until

/** What a connection's provider has from then on is still to be compared. */
export const comparedUntil = ({ from, compared }: Uncompared, connectionId: string): string =>
  compared[connectionId] ?? from
