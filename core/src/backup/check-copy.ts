import { FindViolations } from '../doctor/find-violations.repository.js'
import type { Clock } from '../kernel/clock.js'
import { differences, type OnProgress, type TableSums } from './archive.js'
import type { FilledDatabase } from './fill-database.js'

/** The copy is not what was copied. Nothing of it was kept. */
export class UnsoundCopyError extends Error {
  constructor(reason: string) {
    super(`The copy could not be verified, and was deleted: ${reason}.`)
    this.name = 'UnsoundCopyError'
  }
}

/** The copy was kept: it is exact, but what was copied breaks invariants. */
export class BrokenInvariantsError extends Error {
  constructor(copy: string, violations: readonly string[]) {
    super(`${copy} is an exact copy, but the database breaks ${violations.join('; ')}. Run: paylink doctor`)
    this.name = 'BrokenInvariantsError'
  }
}

/**
 * Reads every row back and compares, and checks constraints and invariants. Returns the violated invariants, with rows.
 *
 * @throws UnsoundCopyError
 */
export async function checkCopy(
  filled: FilledDatabase,
  expected: TableSums,
  clock: Clock,
  onProgress: OnProgress,
): Promise<string[]> {
  const different = await differences(filled.snapshot, expected, onProgress)
  if (different.length > 0) throw new UnsoundCopyError(`rows of ${different.join(', ')} differ`)
  const [damage] = filled.findDamage()
  if (damage !== undefined) throw new UnsoundCopyError(damage)
  const violations = await new FindViolations(filled.on, clock).run()
  return violations.map(({ id, rule, rows }) => `${id} (${rule}: ${rows.join(', ')})`)
}
