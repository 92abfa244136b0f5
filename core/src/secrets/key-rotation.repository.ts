import type { Knex } from 'knex'
import type { Tx } from '../database/engine.js'

const KEY = 'key_rotation'

/** The latest replacement of the secret key. */
export interface KeyRotation {
  /** Ids of the keys; null: not decided yet. */
  from: string | null
  to: string | null
  startedAt: string
  /** Null: it is under way, or was cut short. */
  finishedAt: string | null
  /** Who is at it, and when that process last showed it. */
  place: string
  pid: number
  seenAt: string
}

/** A backup would contain what is sealed with two keys, and have the id of one. */
export class RotationUnfinishedError extends Error {
  constructor() {
    super('The secret key is being replaced. Wait until paylink secrets rotate has ended, or run it again.')
    this.name = 'RotationUnfinishedError'
  }
}

export async function readRotation(on: Knex): Promise<KeyRotation | null> {
  const row = await on<{ key: string; value: string }>('instance').where({ key: KEY }).first('value')
  return row ? (JSON.parse(row.value) as KeyRotation) : null
}

/** No other process can begin, go on or end until the transaction ends. */
export async function lockRotation(tx: Tx): Promise<KeyRotation | null> {
  await tx('instance').where({ key: 'canary' }).forUpdate().first('key')
  return readRotation(tx)
}

export async function writeRotation(tx: Tx, rotation: KeyRotation): Promise<void> {
  await tx('instance')
    .insert({ key: KEY, value: JSON.stringify(rotation) })
    .onConflict('key')
    .merge()
}

/** @throws RotationUnfinishedError */
export async function assertNoRotation(on: Knex): Promise<void> {
  const rotation = await readRotation(on)
  if (rotation?.finishedAt === null) throw new RotationUnfinishedError()
}
