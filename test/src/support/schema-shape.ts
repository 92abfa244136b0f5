import type { Engine } from '@paylink/core/database/engine'
import type { Knex } from 'knex'

/** Everything in which two schemas can differ. */
const SHAPES = {
  sqlite: 'select name, sql from sqlite_master where sql is not null order by name',
  postgres: `select table_name as name, column_name || ' ' || data_type || ' ' || is_nullable as sql
             from information_schema.columns where table_schema = 'public'
             union all select indexname, indexdef from pg_indexes where schemaname = 'public'
             union all select conname, pg_get_constraintdef(oid) || ' ' || convalidated
               from pg_constraint where connamespace = 'public'::regnamespace
             union all select tgname, pg_get_triggerdef(pg_trigger.oid) || ' ' || tgenabled::text
               from pg_trigger join pg_class on pg_class.oid = tgrelid
               where not tgisinternal and relnamespace = 'public'::regnamespace
             order by name, sql`,
}

export async function schemaShape(engine: Engine, on: Knex): Promise<{ name: string; sql: string }[]> {
  const answer: any = await on.raw(SHAPES[engine])
  return engine === 'postgres' ? answer.rows : answer
}
