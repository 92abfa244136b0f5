import type { Knex } from 'knex'
import type { Engine } from '../engine.js'
import { type Migration, timestamp } from '../migration.js'

/** What of a row can be found: a change of anything else does not queue it. */
const FOUND_BY = {
  payment_links: ['title', 'customer_name', 'customer_email', 'metadata'],
  payments: ['provider_ref', 'amount_centavos', 'method_detail', 'voucher'],
}
const TABLES = Object.keys(FOUND_BY) as (keyof typeof FOUND_BY)[]

/** What people look for: words of links and payments, what is next to expire, who did what, and when a provider was asked. */
export const dashboardReads: Migration = {
  name: '0019-dashboard-reads',

  async up(on, engine) {
    const suffix = engine === 'sqlite' ? ' without rowid' : ''
    await on.raw(
      `create table search_terms (term bigint not null, document bigint not null, primary key (term, document))${suffix}`,
    )
    // Ids are compared byte by byte, as SQLite does.
    const text = engine === 'postgres' ? 'text collate "C"' : 'text'
    await on.raw(
      `create table search_queue (account_id text not null, livemode boolean not null, object_id ${text} not null,
         primary key (account_id, livemode, object_id))${suffix}`,
    )
    // An account's links that expire next; links without an expiry are not in it.
    await on.raw(
      `create index payment_links_next_to_expire on payment_links (account_id, livemode, expires_at, id)
       where status = 'active' and expires_at is not null`,
    )
    await on.raw(
      `create index invoices_unfinished on invoices (account_id, livemode, created_at, id)
       where status in ('requested', 'stamping', 'failed', 'cancel_pending')`,
    )
    await on.raw('create index audit_entries_by_target on audit_entries (target)')
    await on.schema.alterTable('payments', (table) => {
      timestamp(table, engine, 'asked_at')
    })
    for (const table of TABLES) {
      await queueChanges(on, engine, table)
      await on.raw(`insert into search_queue select account_id, livemode, id from ${table}`)
    }
  },

  async down(on, engine) {
    for (const table of TABLES) {
      for (const act of ['insert', 'update']) {
        await on.raw(`drop trigger ${table}_search_${act}${engine === 'postgres' ? ` on ${table}` : ''}`)
      }
    }
    if (engine === 'postgres') await on.raw('drop function paylink_queue_for_search()')
    await on.raw('alter table payments drop column asked_at')
    await on.raw('drop index audit_entries_by_target')
    await on.raw('drop index invoices_unfinished')
    await on.raw('drop index payment_links_next_to_expire')
    await on.schema.dropTable('search_queue')
    await on.schema.dropTable('search_terms')
  },
}

/**
 * In the transaction of the change, wherever it is made. A row that is queued already is locked, so that the worker that
 * takes it from the queue reads the change.
 */
async function queueChanges(on: Knex.Transaction, engine: Engine, table: keyof typeof FOUND_BY): Promise<void> {
  const differs = FOUND_BY[table].map((column) => `old.${column} is distinct from new.${column}`).join(' or ')
  if (engine === 'sqlite') {
    const queue = `begin insert or ignore into search_queue values (new.account_id, new.livemode, new.id); end`
    await on.raw(`create trigger ${table}_search_insert after insert on ${table} ${queue}`)
    await on.raw(
      `create trigger ${table}_search_update after update of ${FOUND_BY[table].join(', ')} on ${table} when ${differs} ${queue}`,
    )
    return
  }
  await on.raw(
    `create or replace function paylink_queue_for_search() returns trigger language plpgsql as
     $$ begin
       insert into search_queue values (new.account_id, new.livemode, new.id)
         on conflict (account_id, livemode, object_id) do update set object_id = excluded.object_id;
       return null;
     end $$`,
  )
  const queue = 'for each row'
  const act = 'execute function paylink_queue_for_search()'
  await on.raw(`create trigger ${table}_search_insert after insert on ${table} ${queue} ${act}`)
  await on.raw(
    `create trigger ${table}_search_update after update of ${FOUND_BY[table].join(', ')} on ${table}
     ${queue} when (${differs}) ${act}`,
  )
}
