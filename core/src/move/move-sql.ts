import type { KeyedTable } from '../backup/snapshot.js'
import type { Engine } from '../database/engine.js'
import { MOVE_TABLES } from '../database/move-state.js'
import { MOVED_MARK } from '../database/outage.js'

const { state, changes } = MOVE_TABLES
const OPERATIONS = ['insert', 'update', 'delete'] as const

export const CREATE_STATE = `create table ${state} (
  id text primary key, target text not null, started_at text not null, sealed_at text, finished_at text)`

export const createChanges = (engine: Engine): string =>
  `create table ${changes} (seq ${
    engine === 'sqlite' ? 'integer primary key autoincrement' : 'bigserial primary key'
  }, table_name text not null, key text not null)`

/** Statements after which every change of the table's rows is noted, with the keys before and after it. */
export function createChangeTriggers(engine: Engine, table: KeyedTable, types: ReadonlyMap<string, string>): string[] {
  const { name } = table
  const note = (row: 'old' | 'new'): string =>
    `insert into ${changes} (table_name, key) values ('${name}', ${keyText(engine, row, table, types)})`
  if (engine === 'sqlite') {
    const act = { insert: [note('new')], update: [note('old'), note('new')], delete: [note('old')] }
    return OPERATIONS.map(
      (operation) =>
        `create trigger ${triggerName(name)}_${operation} after ${operation} on ${name} begin ${act[operation].join('; ')}; end`,
    )
  }
  return [
    `create function ${triggerName(name)}() returns trigger language plpgsql
       security definer set search_path = public, pg_temp as $$ begin
       if tg_op <> 'INSERT' then ${note('old')}; end if;
       if tg_op <> 'DELETE' then ${note('new')}; end if;
       return null; end $$`,
    `create trigger ${triggerName(name)} after insert or update or delete on ${name}
       for each row execute function ${triggerName(name)}()`,
  ]
}

export function dropChangeTriggers(engine: Engine, { name }: KeyedTable): string[] {
  return engine === 'sqlite'
    ? OPERATIONS.map((operation) => `drop trigger if exists ${triggerName(name)}_${operation}`)
    : [`drop function if exists ${triggerName(name)}() cascade`]
}

/** Statements after which every write to the table is refused, as on a read-only server. */
export function seal(engine: Engine, { name }: KeyedTable, target: string): string[] {
  const reason = `${MOVED_MARK} ${target}`.replaceAll("'", "''")
  if (engine === 'sqlite') {
    return OPERATIONS.map(
      (operation) =>
        `create trigger ${sealName(name)}_${operation} before ${operation} on ${name}
         begin select raise(abort, '${reason}'); end`,
    )
  }
  return [
    `create function ${sealName(name)}() returns trigger language plpgsql as $$ begin
       raise exception using errcode = '25006', message = '${reason.replaceAll('$$', '')}'; end $$`,
    `create trigger ${sealName(name)} before insert or update or delete or truncate on ${name}
       for each statement execute function ${sealName(name)}()`,
  ]
}

/** On Postgres: the triggers do nothing any more. Only those that there are. */
export const allowWrites = ({ name }: KeyedTable): string[] =>
  [triggerName(name), sealName(name)].map(
    (made) => `do $do$ begin
      if to_regproc('public.${made}') is not null then
        create or replace function ${made}() returns trigger language plpgsql as $$ begin return null; end $$;
      end if; end $do$`,
  )

export function unseal(engine: Engine, { name }: KeyedTable): string[] {
  return engine === 'sqlite'
    ? OPERATIONS.map((operation) => `drop trigger if exists ${sealName(name)}_${operation}`)
    : [`drop function if exists ${sealName(name)}() cascade`]
}

export const DROP_TABLES = [`drop table if exists ${changes}`, `drop table if exists ${state}`]

const triggerName = (table: string): string => `paylink_move_${table}`
const sealName = (table: string): string => `paylink_sealed_${table}`

/** As `toLine` writes the values of a key. */
function keyText(engine: Engine, row: 'old' | 'new', { key }: KeyedTable, types: ReadonlyMap<string, string>): string {
  if (engine === 'sqlite') return `json_array(${key.map((column) => `${row}.${column}`).join(', ')})`
  const values = key.map((column) => postgresValue(`${row}.${column}`, types.get(column) ?? 'text'))
  return `jsonb_build_array(${values.join(', ')})::text`
}

function postgresValue(value: string, type: string): string {
  if (type === 'boolean') return `${value}::int`
  if (type.startsWith('timestamp')) return `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return value
}
