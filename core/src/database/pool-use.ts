import type { Knex } from 'knex'
import type { DatabaseConnection } from './database-connection.js'

/** The connections of one pool. */
export interface PoolUse {
  pool: 'shared' | 'reader' | 'writer'
  max: number
  used: number
  free: number
  /** Queries that wait for a connection. */
  waiting: number
}

/** The part of Knex's pool that is used here. */
interface Pool {
  max: number
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
}

export function readPoolUse({ reader, writer }: Pick<DatabaseConnection, 'reader' | 'writer'>): PoolUse[] {
  const [read, write] = [poolOf(reader), poolOf(writer)]
  return read === write ? [useOf('shared', read)] : [useOf('reader', read), useOf('writer', write)]
}

const poolOf = (on: Knex): Pool => (on.client as { pool: Pool }).pool

const useOf = (name: PoolUse['pool'], pool: Pool): PoolUse => ({
  pool: name,
  max: pool.max,
  used: pool.numUsed(),
  free: pool.numFree(),
  waiting: pool.numPendingAcquires(),
})
