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
    const tables = target.tables.map(({ name }) => name).join(', ')
    await tx.raw(`truncate ${tables}`)
    await filling.load(target)
    await bringBack((kind) => EARLY.has(kind))
    // Without statistics, checks of the copy and the first queries of the service would scan whole tables.
    await tx.raw(`analyze ${tables}`)
    const snapshot = await PostgresSnapshot.of(tx)
    await filling.compare?.(snapshot)
    await filling.catchUp?.(target, tx)
    await tx.raw('set constraints all immediate')
    await bringBack((kind) => !EARLY.has(kind))
    await setSequences(tx)
    // Postgres itself has just checked every constraint.
    await filling.finish({ on: tx, snapshot, findDamage: () => [], findOrphans: () => [] })
  })
}

interface Part {
  /**
   * A cascade is a foreign key with an action: actions cannot be deferred, and would change or refuse rows that are only
   * replaced. A guard is a trigger that may refuse a change. The end of a deferral makes a deferred foreign key what it was.
   */
  kind: 'index' | 'trigger' | 'guard' | 'foreign key' | 'cascade' | 'end of deferral'
  remove: string | null
  restore: string
}

/** Brought back before the last changes are copied, as each checks or reads every row. */
const EARLY: ReadonlySet<Part['kind']> = new Set(['index', 'trigger', 'foreign key'])

/** Foreign keys, triggers, and indexes that no constraint needs: rows are loaded faster without them, and in any order. */
async function setPartsAside(tx: Knex.Transaction): Promise<Part[]> {
  const { rows } = await tx.raw<{ rows: Part[] }>(PARTS)
  for (const { remove } of rows) if (remove !== null) await tx.raw(remove)
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
  with foreign_keys as (
    select *, confupdtype = 'a' and confdeltype = 'a' as is_deferred
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace)
  select 'end of deferral' as kind, null as remove,
         format('alter table %s alter constraint %I not deferrable', conrelid::regclass, conname) as restore
    from foreign_keys where is_deferred
  union all
  select case when is_deferred then 'foreign key' else 'cascade' end,
         format('alter table %s drop constraint %I', conrelid::regclass, conname),
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
           || case when is_deferred then ' deferrable initially deferred' else '' end
    from foreign_keys
  union all
  select case when tgtype & 2 = 2 then 'guard' else 'trigger' end,
         format('drop trigger %I on %s', tgname, tgrelid::regclass), pg_get_triggerdef(pg_trigger.oid)
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace
  union all
  select 'index', format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)`
