import type { Knex } from 'knex'
import { type Clock, iso } from '../kernel/clock.js'
import type { Tx } from '../database/engine.js'
import { lockInstance } from '../database/instance.repository.js'
import type { Downtime, Gap, Missing, QuarantineState, Uncompared } from './quarantine-state.js'

const QUARANTINE = 'quarantine'
const GAP = 'gap'
const EPOCH = 'epoch'
const DOWNTIME = 'downtime'
const KEYS = { gap: GAP, downtime: DOWNTIME } as const
const MAX_STARTS = 100
/** More changes than a process that goes on can have seen since the copy, so that it reads everything again. */
const UNSEEN_GENERATIONS = 1_000_000

/** Stored with the rows it is about: a copy of the database is in quarantine as well. */
export const readQuarantine = (on: Knex): Promise<QuarantineState | null> => read(on, QUARANTINE)

export interface Known {
  /** Null: not in quarantine. */
  state: QuarantineState | null
  /** Null: nothing was ever missing. */
  gap: Gap | null
  /** Null: every connection was compared. */
  downtime: Downtime | null
}

export async function readKnown(on: Knex): Promise<Known> {
  const rows = await on<Row>('instance').whereIn('key', [QUARANTINE, GAP, DOWNTIME])
  const values = new Map(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]))
  return {
    state: (values.get(QUARANTINE) ?? null) as QuarantineState | null,
    gap: gapOf(values.get(GAP)),
    downtime: downtimeOf(values.get(DOWNTIME)),
  }
}

/** To the end of the transaction: no other process changes what is read after it, as those that do lock it as well. */
export const lockQuarantine = (tx: Tx): Promise<void> => lockInstance(tx)

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
  await bumpGeneration(on, UNSEEN_GENERATIONS)
}

const earlier = (one: string, other: string): string => (one < other ? one : other)

const longest = (one: Missing, other: Missing): Missing => ({
  copiedAt: earlier(one.copiedAt, other.copiedAt),
  knownUntil: one.knownUntil > other.knownUntil ? one.knownUntil : other.knownUntil,
})

/**
 * What is missing ends now at the latest: the end may be by a clock that was ahead.
 *
 * @param compared ids of the connections whose checkouts of the missing time are known here now
 */
export async function endQuarantine(
  on: Knex,
  clock: Clock,
  { copiedAt, knownUntil }: Missing,
  compared: string[],
): Promise<void> {
  await on('instance').where({ key: QUARANTINE }).delete()
  const { gap: before } = await readKnown(on)
  const ended = earlier(knownUntil, iso(clock.now()))
  const until = before && before.until > ended ? before.until : ended
  await write(on, GAP, {
    ...{ kind: 'gap', from: earlier(before?.from ?? copiedAt, copiedAt), until },
    compared: { ...before?.compared, ...Object.fromEntries(compared.map((id) => [id, until])) },
    unread: {},
  } satisfies Gap)
  // A data directory may have seen it.
  await writeEpoch(on, knownUntil)
  await bumpGeneration(on)
}

/** A time that only grows, while any process runs; null: none has run yet. */
export async function readEpoch(on: Knex): Promise<string | null> {
  return read(on, EPOCH)
}

/** Keeps a later one: another process may have written it since this one was read, and have seen it. */
export async function writeEpoch(on: Knex, at: string): Promise<void> {
  const value = JSON.stringify(at)
  const row = { key: EPOCH, value }
  await on('instance').insert(row).onConflict('key').merge().where('instance.value', '<', value)
}

/** Where the downtime before was not compared, it is compared together with this one. */
export async function beginDowntime(on: Knex, { from, until }: Pick<Downtime, 'from' | 'until'>): Promise<void> {
  const before = await readDowntime(on)
  const compared: Record<string, string> = {}
  for (const [id, at] of Object.entries(before?.compared ?? {})) compared[id] = at === before?.until ? from : at
  const starts = [...(before?.starts ?? []), from]
  // Of many, the earliest are taken for one.
  if (starts.length > MAX_STARTS) starts.splice(1, 1)
  await write(on, DOWNTIME, {
    kind: 'downtime',
    from: before?.from ?? from,
    until,
    starts,
    compared,
    unread: {},
    isTried: false,
  } satisfies Downtime)
  await bumpGeneration(on)
}

/** Nothing, if another downtime has begun, or another quarantine has ended. */
export async function markCompared(on: Knex, { kind, until }: Uncompared, connectionId: string): Promise<void> {
  const time = (await readKnown(on))[kind]
  if (time?.until !== until) return
  const { [connectionId]: _, ...unread } = time.unread
  const compared = { ...time.compared, [connectionId]: until }
  await write(on, KEYS[kind], { ...time, compared, unread } satisfies Uncompared)
  await bumpGeneration(on)
}

/** Nothing, if another downtime has begun. */
export async function markTried(on: Knex, { until }: Downtime): Promise<void> {
  const downtime = await readDowntime(on)
  if (downtime?.until === until) await write(on, DOWNTIME, { ...downtime, isTried: true } satisfies Downtime)
}

/** For the doctor. Nothing, if another downtime has begun, or another quarantine has ended. */
export async function markUnread(on: Knex, of: Uncompared, connectionId: string, reason: string): Promise<void> {
  const time = (await readKnown(on))[of.kind]
  if (time?.until !== of.until || time.unread[connectionId] === reason) return
  const unread = { ...time.unread, [connectionId]: reason }
  await write(on, KEYS[of.kind], { ...time, unread } satisfies Uncompared)
}

export async function endDowntime(on: Knex, { until }: Downtime): Promise<void> {
  const downtime = await readDowntime(on)
  if (downtime?.until !== until) return
  await on('instance').where({ key: DOWNTIME }).delete()
  await bumpGeneration(on)
}

const readDowntime = async (on: Knex): Promise<Downtime | null> => downtimeOf(await read(on, DOWNTIME))

/** One from before these were stored has none of them. */
function downtimeOf(stored: unknown): Downtime | null {
  if (!stored) return null
  const downtime = stored as Downtime
  return {
    ...downtime,
    kind: 'downtime',
    starts: downtime.starts ?? [downtime.from],
    unread: downtime.unread ?? {},
    isTried: downtime.isTried ?? false,
  }
}

/** One from before connections were stored with it: those of then were compared, and others are not. */
function gapOf(stored: unknown): Gap | null {
  if (!stored) return null
  const gap = stored as Gap | Missing
  if ('kind' in gap) return gap
  return { kind: 'gap', from: gap.knownUntil, until: gap.knownUntil, compared: {}, unread: {} }
}

/** When the database last changed, for one from before there was an epoch. */
export async function lastChange(on: Knex): Promise<string | null> {
  const row = await on<{ created_at: string }>('events').max('created_at as at').first()
  return (row as { at: string | null } | undefined)?.at ?? null
}

interface Row {
  key: string
  value: string
}

async function read<T>(on: Knex, key: string): Promise<T | null> {
  const row = await on<Row>('instance').where({ key }).first('value')
  return row ? (JSON.parse(row.value) as T) : null
}

async function write(on: Knex, key: string, value: unknown): Promise<void> {
  await on('instance')
    .insert({ key, value: JSON.stringify(value) })
    .onConflict('key')
    .merge()
}

/** Every process reads its state again with its next request. */
async function bumpGeneration(on: Knex, by = 1): Promise<void> {
  await on('generation').where({ id: 1 }).increment('value', by)
}
