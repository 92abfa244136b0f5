import { SECOND_MS } from '../kernel/clock.js'
import type { TableSums } from './archive.js'

/** What `backup`, `restore` and `move` answer. */
export interface CopyReport {
  /** How many rows each table has. */
  tables: Record<string, number>
  /** Of the backup file, in hex; of a move: of its rows. */
  sha256: string
  seconds: number
  /** Every row was read back and compared, and constraints hold. False: the rows break invariants. */
  verified: boolean
}

export const reportOf = (sums: TableSums, sha256: string, ms: number): CopyReport => ({
  tables: Object.fromEntries([...sums].map(([name, { rows }]) => [name, rows])),
  sha256,
  seconds: Math.round(ms / 100) / (SECOND_MS / 100),
  verified: true,
})
