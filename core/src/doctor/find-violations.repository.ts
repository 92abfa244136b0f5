import type { Reader } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import { type Clock, later, MINUTE_MS } from '../kernel/clock.js'
import type { Invariant } from './invariant.js'
import { INVARIANTS } from './invariants.js'

export interface Violation {
  /** Of the invariant, e.g. `I5`. */
  id: string
  rule: string
  /** Ids of up to 20 rows that break it. */
  rows: string[]
}

const MAX_ROWS = 20
/** The process that wrote a row may have a clock ahead of ours. */
const MAX_CLOCK_SKEW_MS = MINUTE_MS

const CHECKS = INVARIANTS.map((invariant) => ({
  invariant,
  statement: new Statement<{ id: string }>(`select id from (${invariant.violations}) as violations limit ${MAX_ROWS}`),
}))

/** Checks a database, in use or not: each invariant is one statement, and so sees one moment. */
export class FindViolations {
  constructor(
    private readonly reader: Reader,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<Violation[]> {
    const violations: Violation[] = []
    for await (const violation of this.each()) if (violation) violations.push(violation)
    return violations
  }

  /** One invariant after the other: what breaks it; null: it holds. `msLeft`: until a statement's deadline on Postgres. */
  async *each(msLeft?: () => number): AsyncGenerator<Violation | null> {
    const now = later(this.clock.now(), MAX_CLOCK_SKEW_MS)
    for (const { invariant, statement } of CHECKS) {
      const rows = await statement.rows(this.reader, invariant.values(now), msLeft?.())
      yield rows.length > 0 ? toViolation(invariant, rows) : null
    }
  }
}

const toViolation = (invariant: Invariant, rows: { id: string }[]): Violation => ({
  id: invariant.id,
  rule: invariant.rule,
  rows: rows.map((row) => row.id),
})
