import { connect, MIGRATION_LIMITS } from '../database/connect.js'
import { Migrator } from '../database/migrator.js'
import { FindViolations } from '../doctor/find-violations.repository.js'
import type { Reader } from '../database/engine.js'
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
 * Reads every row back and compares, and checks foreign keys and integrity.
 *
 * @throws UnsoundCopyError
 */
export async function checkCopy(filled: FilledDatabase, expected: TableSums, onProgress: OnProgress): Promise<void> {
  const different = await differences(filled.snapshot, expected, onProgress)
  if (different.length > 0) throw new UnsoundCopyError(`rows of ${different.join(', ')} differ`)
  const [damage] = filled.findDamage()
  if (damage !== undefined) throw new UnsoundCopyError(damage)
}

/**
 * Brings a copy to this version's schema, which the invariants are about, and checks them.
 *
 * @param copy how to call it
 * @throws BrokenInvariantsError
 */
export async function checkInvariants(databaseUrl: string, copy: string, clock: Clock): Promise<void> {
  const database = connect(databaseUrl, MIGRATION_LIMITS)
  try {
    await new Migrator(database).up()
    assertSound(copy, await violationsIn(database.reader, clock))
  } finally {
    await database.close()
  }
}

/** The invariants that a database of this version's schema breaks, in words. */
export async function violationsIn(on: Reader, clock: Clock): Promise<string[]> {
  const violations = await new FindViolations(on, clock).run()
  return violations.map(({ id, rule, rows }) => `${id} (${rule}: ${rows.join(', ')})`)
}

/** @throws BrokenInvariantsError */
export function assertSound(copy: string, violations: readonly string[]): void {
  if (violations.length > 0) throw new BrokenInvariantsError(copy, violations)
}
