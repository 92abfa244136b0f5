import type { Knex } from 'knex'
import type { Named } from '../kernel/named.js'

/** The supported databases. Their differences are handled in this room only. */
export type Engine = 'sqlite' | 'postgres'

/** Reads outside a transaction. */
export type Reader = Knex

/** Where transactions begin. */
export type Writer = Named<Knex, 'writer'>

declare const insideTransaction: unique symbol

/** A transaction. Every write requires one, and only `UnitOfWork` creates it. */
export type Tx = Knex.Transaction & { readonly [insideTransaction]: true }

const CODES = {
  unique: new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']),
  /** Deadlock or serialization failure: the transaction may be retried from its start. */
  repeatable: new Set(['40001', '40P01']),
  lockTimeout: new Set(['55P03', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT']),
}

export const isUniqueViolation = (error: unknown): boolean => CODES.unique.has(codeOf(error))
export const isRetryable = (error: unknown): boolean => CODES.repeatable.has(codeOf(error))
export const isLockTimeout = (error: unknown): boolean => CODES.lockTimeout.has(codeOf(error))
/** SQLite has one code for most mistakes. */
export const isMissingTable = (error: unknown): boolean =>
  codeOf(error) === '42P01' || (error instanceof Error && /no such table: /.test(error.message))

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Postgres prints `2026-11-21 00:32:11.5+00`; the service speaks ISO 8601 with milliseconds on both engines. */
export function postgresTimestampToIso(text: string): string {
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}
