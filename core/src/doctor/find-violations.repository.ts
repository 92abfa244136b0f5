import type { Reader } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import { type Clock, later, MINUTE_MS } from '../kernel/clock.js'
import type { Invariant } from './invariant.js'
import { INVARIANTS } from './invariants.js'

interface Violation {
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

  /** `hasTime` is asked before each invariant. */
  async run(hasTime: () => Promise<boolean> = () => Promise.resolve(true)): Promise<Violation[]> {
    const violations: Violation[] = []
    const now = later(this.clock.now(), MAX_CLOCK_SKEW_MS)
    for (const { invariant, statement } of CHECKS) {
      if (!(await hasTime())) break
      const rows = await statement.rows(this.reader, invariant.values(now))
      if (rows.length > 0) violations.push(toViolation(invariant, rows))
    }
    return violations
  }
}

const toViolation = (invariant: Invariant, rows: { id: string }[]): Violation => ({
  id: invariant.id,
  rule: invariant.rule,
  rows: rows.map((row) => row.id),
})
