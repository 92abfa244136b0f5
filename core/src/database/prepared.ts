/** A statement of the better-sqlite3 driver. */
interface Prepared {
  reader: boolean
  all(...values: unknown[]): unknown[]
  run(...values: unknown[]): { lastInsertRowid: number; changes: number }
}

const MAX_STATEMENTS = 500

const kept = new WeakMap<object, Map<string, Prepared>>()

/** Preparing costs more than running, so each connection caches its prepared statements. */
export function prepare(connection: unknown, sql: string): Prepared {
  const driver = connection as { prepare(sql: string): Prepared }
  let statements = kept.get(driver)
  if (!statements) kept.set(driver, (statements = new Map<string, Prepared>()))
  let statement = statements.get(sql)
  if (!statement) {
    if (statements.size >= MAX_STATEMENTS) statements.clear()
    statements.set(sql, (statement = driver.prepare(sql)))
  }
  return statement
}
