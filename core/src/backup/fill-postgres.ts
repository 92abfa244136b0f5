import type { Knex } from 'knex'
import { createSchema } from '../database/migrator.js'
import { type CopyTarget, type Filling, NotEmptyError } from './fill-database.js'
import { type ColumnTypes, columnTypesOf, PostgresSnapshot, shapesOf } from './postgres-snapshot.js'
import type { TableShape } from './snapshot.js'

/**
 * In one transaction: what is interrupted leaves the database empty.
 *
 * @throws NotEmptyError the database has tables
 */
export async function fillPostgres(database: Knex, place: string, filling: Filling): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.raw('set local idle_in_transaction_session_timeout = 0')
    const { rows } = await tx.raw<{ rows: unknown[] }>("select 1 from pg_tables where schemaname = 'public' limit 1")
    if (rows.length > 0) throw new NotEmptyError(place)
    await createSchema(tx, 'postgres', filling.migrations)
    const parts = await setPartsAside(tx)
    const target = new PostgresTarget(tx, await columnTypesOf(tx))
    if (target.tables.length > 0) await tx.raw(`truncate ${target.tables.map(({ name }) => name).join(', ')}`)
    await filling.load(target)
    for (const part of parts) await tx.raw(part)
    const snapshot = await PostgresSnapshot.of(tx)
    // Postgres itself has just checked every constraint.
    await filling.finish({ on: tx, snapshot, findDamage: () => [] })
  })
}

export class PostgresTarget implements CopyTarget {
  readonly tables: readonly TableShape[]

  constructor(
    private readonly on: Knex,
    private readonly types: ColumnTypes,
  ) {
    this.tables = shapesOf(types)
  }

  async load({ name, columns }: TableShape, lines: readonly string[]): Promise<void> {
    const types = this.types.get(name)
    const values = columns.map((column, at) => valueOf(at, types?.get(column) ?? 'text'))
    await this.on.raw(
      `insert into ${name} (${columns.map((column) => `"${column}"`).join(', ')})
         select ${values.join(', ')} from jsonb_array_elements(?::jsonb) as line`,
      [`[${lines.join(',')}]`],
    )
  }
}

function valueOf(at: number, type: string): string {
  if (type === 'bytea') return `decode(line->${at}->>'base64', 'base64')`
  if (type === 'boolean') return `(line->>${at})::int::boolean`
  return `(line->>${at})::${type}`
}

/**
 * Foreign keys, triggers, and indexes that no constraint needs: rows are loaded faster without them, and in any order.
 * Returns the statements that bring them back.
 */
async function setPartsAside(tx: Knex.Transaction): Promise<string[]> {
  const { rows } = await tx.raw<{ rows: { remove: string; restore: string }[] }>(PARTS)
  for (const { remove } of rows) await tx.raw(remove)
  return rows.map(({ restore }) => restore).reverse()
}

const PARTS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
  union all
  select format('drop trigger %I on %s', tgname, tgrelid::regclass), pg_get_triggerdef(pg_trigger.oid)
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)`
