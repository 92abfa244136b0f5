/** Why the database is taken for older than the world around it. */
export type QuarantineReason = 'restored' | 'older_than_data_directory'

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
