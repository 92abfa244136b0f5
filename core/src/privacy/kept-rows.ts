import { INVENTORY } from './inventory.js'
import type { Row } from './table-entry.js'

/** Rows that know the customer and stay. */
export interface KeptRows {
  table: string
  rows: number
  reason: string
  /** The last day on which one of them has to be kept; null: no day can be named. */
  until: string | null
}

export function keptRowsOf(table: string, rows: readonly Row[]): KeptRows | null {
  const keeping = INVENTORY[table]?.keeping
  if (!keeping) return null
  const kept = rows.filter((row) => keeping.applies?.(row) ?? true)
  if (kept.length === 0) return null
  const days = kept.map((row) => keeping.until(row)).filter((day) => day !== null)
  return { table, rows: kept.length, reason: keeping.reason, until: days.toSorted().at(-1) ?? null }
}

/** Where a customer may be known besides the rows that were found. */
export const ELSEWHERE = [
  'Titles, descriptions and items of links say what was sold: erasing replaces whole names, addresses and RFCs in them, and no other words.',
  'Backups have what the database had when they were made, until newer ones replace them.',
  'A database that was moved to this one still has what it had then, until you delete it.',
  'Access lines have the network addresses of clients for seven days, and nothing that leads from a person to them.',
  'Forms that a person of the team left unfinished are kept sealed for an hour.',
  'Payment providers, invoicing providers, mail servers and webhook endpoints have what they were sent: ask those who run them.',
] as const
