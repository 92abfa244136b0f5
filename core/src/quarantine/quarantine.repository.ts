import type { Knex } from 'knex'
import { type Clock, iso } from '../kernel/clock.js'

/** Why the database is taken for older than the world around it. */
export type QuarantineReason = 'restored' | 'older_than_data_directory' | 'unknown_to_database'

export interface QuarantineState {
  reason: QuarantineReason
  /** The moment the database is from. What happened between it and `knownUntil` is missing. */
  copiedAt: string
  /** The last moment that the data directory, a provider or a mail is known to have seen. */
  knownUntil: string
  startedAt: string
}

const KEY = 'quarantine'

/** Stored with the rows it is about: a copy of the database is in quarantine as well. */
export async function readQuarantine(on: Knex): Promise<QuarantineState | null> {
  const row = await on<{ key: string; value: string }>('instance').where({ key: KEY }).first('value')
  return row ? (JSON.parse(row.value) as QuarantineState) : null
}

/** Keeps the state it is in already, if any. */
export async function beginQuarantine(
  on: Knex,
  clock: Clock,
  found: Pick<QuarantineState, 'reason' | 'copiedAt' | 'knownUntil'>,
): Promise<void> {
  const state: QuarantineState = { ...found, startedAt: iso(clock.now()) }
  await on('instance')
    .insert({ key: KEY, value: JSON.stringify(state) })
    .onConflict('key')
    .ignore()
}

export async function endQuarantine(on: Knex): Promise<void> {
  await on('instance').where({ key: KEY }).delete()
}
