import type { Knex } from 'knex'
import { type Clock, iso } from '../kernel/clock.js'
import type { Gap, QuarantineState } from './quarantine-state.js'

const QUARANTINE = 'quarantine'
const GAP = 'gap'
const EPOCH = 'epoch'

/** Stored with the rows it is about: a copy of the database is in quarantine as well. */
export const readQuarantine = (on: Knex): Promise<QuarantineState | null> => read(on, QUARANTINE)

/** Null: nothing was ever missing. */
export const readGap = (on: Knex): Promise<Gap | null> => read(on, GAP)

/** A database that is in quarantine already has a longer gap then: the earliest copy to the latest moment. */
export async function beginQuarantine(
  on: Knex,
  clock: Clock,
  found: Pick<QuarantineState, 'reason' | 'copiedAt' | 'knownUntil'>,
): Promise<void> {
  const before = await readQuarantine(on)
  const gap = before ? longest(before, found) : found
  await write(on, QUARANTINE, {
    ...{ reason: before?.reason ?? found.reason, startedAt: before?.startedAt ?? iso(clock.now()) },
    ...{ copiedAt: gap.copiedAt, knownUntil: gap.knownUntil },
  } satisfies QuarantineState)
  await bumpGeneration(on)
}

const longest = (one: Gap, other: Gap): Gap => ({
  copiedAt: one.copiedAt < other.copiedAt ? one.copiedAt : other.copiedAt,
  knownUntil: one.knownUntil > other.knownUntil ? one.knownUntil : other.knownUntil,
})

export async function endQuarantine(on: Knex, { copiedAt, knownUntil }: QuarantineState): Promise<void> {
  await on('instance').where({ key: QUARANTINE }).delete()
  await write(on, GAP, { copiedAt, knownUntil } satisfies Gap)
  // No data directory has seen a later one.
  await writeEpoch(on, knownUntil)
  await bumpGeneration(on)
}

/** A time that only grows, while any process runs; null: none has run yet. */
export async function readEpoch(on: Knex): Promise<string | null> {
  return read(on, EPOCH)
}

export const writeEpoch = (on: Knex, at: string): Promise<void> => write(on, EPOCH, at)

/** When the database last changed, for one from before there was an epoch. */
export async function lastChange(on: Knex): Promise<string | null> {
  const row = await on<{ created_at: string }>('events').max('created_at as at').first()
  return (row as { at: string | null } | undefined)?.at ?? null
}

async function read<T>(on: Knex, key: string): Promise<T | null> {
  const row = await on<{ key: string; value: string }>('instance').where({ key }).first('value')
  return row ? (JSON.parse(row.value) as T) : null
}

async function write(on: Knex, key: string, value: unknown): Promise<void> {
  await on('instance')
    .insert({ key, value: JSON.stringify(value) })
    .onConflict('key')
    .merge()
}

/** Every process reads its state again with its next request. */
async function bumpGeneration(on: Knex): Promise<void> {
  await on('generation').where({ id: 1 }).increment('value', 1)
}
