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

/** The latest gap in what is known here: what was asked for before its end may have been done already. */
export type Gap = Pick<QuarantineState, 'copiedAt' | 'knownUntil'>

/**
 * Times in which no process ran, as far as the database knows. It may have been put back to the beginning of one of them
 * instead, so each provider's checkouts since the first are compared with it before another one is opened there.
 */
export interface Downtime {
  from: string
  /** The end of the latest. */
  until: string
  /** When each of them began, the earliest first. */
  starts: string[]
  /** Until when each connection was compared, by its id; those that are not in it, until `from`. */
  compared: Record<string, string>
  /** Why a connection could not be compared, by its id. */
  unread: Record<string, string>
  /** Since the latest, every connection was compared, or could not be. */
  isTried: boolean
}

/** What a connection's provider has from then on is still to be compared. */
export const comparedUntil = ({ from, compared }: Downtime, connectionId: string): string =>
  compared[connectionId] ?? from
