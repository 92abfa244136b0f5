import type { Reader } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import { type Clock, later, MINUTE_MS } from '../kernel/clock.js'
import { INVARIANTS, type Invariant } from './invariants.js'

export interface Violation {
  /** Of the invariant, e.g. `I5`. */
  id: string
  says: string
  /** The ids of rows that break it: at most 20. */
  rows: string[]
}

const MOST_ROWS = 20
/** Who wrote a row may have had another clock than who looks at it. */
const CLOCKS_DIFFER_MS = MINUTE_MS

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

  /** `mayGoOn` is asked before each invariant. */
  async run(mayGoOn: () => Promise<boolean> = () => Promise.resolve(true)): Promise<Violation[]> {
    const violations: Violation[] = []
    const now = later(this.clock.now(), CLOCKS_DIFFER_MS)
    for (const { invariant, statement } of CHECKS) {
      if (!(await mayGoOn())) break
      const rows = await statement.rows(this.reader, invariant.values(now))
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
