import type { Reader } from '../database/engine.js'

/** The last migration of the graphile-worker that is installed. Loading that takes a tenth of a start. */
export const GRAPHILE_MIGRATION = 19

const SCHEMA = 'graphile_worker'

interface Rows<Row> {
  rows: Row[]
}

/** Whether graphile-worker has nothing to migrate. */
export async function isGraphileMigrated(reader: Reader): Promise<boolean> {
  const { rows: found } = await reader.raw<Rows<{ isThere: boolean }>>(
    'select to_regclass(?) is not null as "isThere"',
    [`${SCHEMA}.migrations`],
  )
  if (!found[0]?.isThere) return false
  const { rows } = await reader.raw<Rows<{ newest: number | null }>>(
    `select max(id) as newest from ${SCHEMA}.migrations`,
  )
  return (rows[0]?.newest ?? 0) >= GRAPHILE_MIGRATION
}
