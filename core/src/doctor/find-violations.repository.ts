import type { Reader } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import type { Clock } from '../kernel/clock.js'
import { INVARIANTS, type Invariant } from './invariants.js'

export interface Violation {
  /** Of the invariant, e.g. `I5`. */
  id: string
  says: string
  /** The ids of rows that break it: at most 20. */
  rows: string[]
}

const MOST_ROWS = 20

const CHECKS = INVARIANTS.map((invariant) => ({
  invariant,
  statement: new Statement<{ id: string }>(`select id from (${invariant.violations}) as violations limit ${MOST_ROWS}`),
}))

/** Looks at a database, at work or at rest: each invariant is one statement, and so sees one moment. */
export class FindViolations {
  constructor(
    private readonly reader: Reader,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<Violation[]> {
    const violations: Violation[] = []
    for (const { invariant, statement } of CHECKS) {
      const rows = await statement.rows(this.reader, invariant.values(this.clock.now()))
      if (rows.length > 0) violations.push(toViolation(invariant, rows))
    }
    return violations
  }
}

const toViolation = ({ id, says }: Invariant, rows: { id: string }[]): Violation => ({
  id,
  says,
  rows: rows.map((row) => row.id),
})
