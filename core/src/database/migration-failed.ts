import { type OutageKind, outageOf } from './outage.js'
import { ExplainedError, sentenceOf } from './outage-remedy.js'

/** How far a migrator came before a step failed. */
export interface MigrationFailure {
  step: string
  /** What it had applied by then. */
  applied: readonly string[]
  /** The newest step before all of them; null: the database was empty. */
  former: string | null
  /** The backup that was made before; null: none. */
  snapshot: string | null
}

/** After these the reply to a COMMIT may be what was lost. */
const UNCERTAIN: readonly OutageKind[] = ['lost', 'timeout', 'unreachable']

/**
 * A step failed, and was rolled back, unless the database was lost. Those before it stay applied, except on a database that
 * was empty: that stays empty.
 */
export class MigrationFailedError extends ExplainedError {
  constructor(
    readonly failure: MigrationFailure,
    options: { cause: unknown },
  ) {
    super(describe(failure, options.cause), options)
    this.name = 'MigrationFailedError'
  }

  with(snapshot: string | null): MigrationFailedError {
    return new MigrationFailedError({ ...this.failure, snapshot }, { cause: this.cause })
  }
}

function describe({ step, applied, former, snapshot }: MigrationFailure, cause: unknown): string {
  const outage = outageOf(cause)
  if (outage && UNCERTAIN.includes(outage.kind)) return describeInterrupted(step, sentenceOf(cause), snapshot)
  return [
    `Migration ${step} failed and was rolled back: ${sentenceOf(cause)}`,
    ...whereCopied(snapshot),
    remedy(applied, former),
  ].join(' ')
}

const describeInterrupted = (step: string, reason: string, snapshot: string | null): string =>
  [
    `Migration ${step} was interrupted: ${reason}`,
    ...whereCopied(snapshot),
    'It was applied as a whole or not at all, as paylink migrate status shows. To go on, run: paylink migrate up',
  ].join(' ')

const whereCopied = (snapshot: string | null): string[] =>
  snapshot === null ? [] : [`The database as it was before is in ${snapshot}.`]

function remedy(applied: readonly string[], former: string | null): string {
  const repeat = 'repair the cause and run: paylink migrate up'
  if (former === null) return `The database is empty, as it was. To go on, ${repeat}`
  if (applied.length === 0) return `The schema is as it was: go on with the version before, or ${repeat}`
  return `Applied before it: ${applied.join(', ')}. To return to the schema of the version before, run: paylink migrate down --to ${former} (or ${repeat})`
}
