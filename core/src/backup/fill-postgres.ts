import type { Knex } from 'knex'
import { createSchema, lockSchema } from '../database/migrator.js'
import { type Filling, NotEmptyError } from './fill-database.js'
import { PostgresRows } from './postgres-rows.js'
import { columnTypesOf, PostgresSnapshot } from './postgres-snapshot.js'

/**
 * In one transaction: what is interrupted leaves the database empty.
 *
 * @throws NotEmptyError the database has tables
 */
export async function fillPostgres(database: Knex, place: string, filling: Filling): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.raw('set local idle_in_transaction_session_timeout = 0')
    await lockSchema(tx)
    const { rows } = await tx.raw<{ rows: unknown[] }>("select 1 from pg_tables where schemaname = 'public' limit 1")
    if (rows.length > 0) throw new NotEmptyError(place)
    await createSchema(tx, 'postgres', filling.migrations)
    const parts = await setPartsAside(tx)
    const bringBack = async (isWanted: (kind: Part['kind']) => boolean): Promise<void> => {
      for (const { kind, restore } of parts) if (isWanted(kind)) await tx.raw(restore)
    }
    const target = new PostgresRows(tx, await columnTypesOf(tx))
    if (target.tables.length > 0) await tx.raw(`truncate ${target.tables.map(({ name }) => name).join(', ')}`)
    await filling.load(target)
    await bringBack((kind) => kind === 'index')
    const snapshot = await PostgresSnapshot.of(tx)
    await filling.catchUp?.(target, snapshot)
    await bringBack((kind) => kind !== 'index')
    await setSequences(tx)
    // Postgres itself has just checked every constraint.
    await filling.finish({ on: tx, snapshot, findDamage: () => [], findOrphans: () => [] })
  })
}

interface Part {
  kind: 'index' | 'trigger' | 'foreign key'
  remove: string
  restore: string
}

/** Foreign keys, triggers, and indexes that no constraint needs: rows are loaded faster without them, and in any order. */
async function setPartsAside(tx: Knex.Transaction): Promise<Part[]> {
  const { rows } = await tx.raw<{ rows: Part[] }>(PARTS)
  for (const { remove } of rows) await tx.raw(remove)
  return rows.reverse()
}

/** The next number of each sequence is one that no row has. */
async function setSequences(tx: Knex.Transaction): Promise<void> {
  const { rows } = await tx.raw<{ rows: { set: string }[] }>(SEQUENCES)
  for (const { set } of rows) await tx.raw(set)
}

const SEQUENCES = `
  select format('select setval(%L, coalesce((select max(%I) from %I), 0) + 1, false)',
           pg_get_serial_sequence(quote_ident(table_name), column_name), column_name, table_name) as set
    from information_schema.columns
    where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`

const PARTS = `
  select 'foreign key' as kind, format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
  union all
  select 'trigger', format('drop trigger %I on %s', tgname, tgrelid::regclass), pg_get_triggerdef(pg_trigger.oid)
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace
  union all
  select 'index', format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)`
