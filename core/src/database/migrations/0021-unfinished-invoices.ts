import type { Knex } from 'knex'
import type { Migration } from '../migration.js'

const UNFINISHED = "status in ('requested', 'stamping', 'failed', 'cancel_pending')"
const QUEUED = ['payment_links', 'payments']

/** Unfinished invoices are found by their status, however many have failed. On Postgres a new row is queued for search quicker. */
export const unfinishedInvoices: Migration = {
  name: '0021-unfinished-invoices',

  async up(on, engine) {
    await on.raw('drop index invoices_unfinished')
    await on.raw(
      `create index invoices_unfinished on invoices (account_id, livemode, status, created_at, id) where ${UNFINISHED}`,
    )
    if (engine === 'sqlite') return
    // A new row is in the queue only if one of the same id was deleted a moment ago: nothing to update, and no lock.
    await on.raw(
      `create function paylink_queue_new_for_search() returns trigger language plpgsql as
       $$ begin
         insert into search_queue values (new.account_id, new.livemode, new.id) on conflict do nothing;
         return null;
       end $$`,
    )
    await queueNewBy(on, 'paylink_queue_new_for_search')
  },

  async down(on, engine) {
    if (engine === 'postgres') {
      await queueNewBy(on, 'paylink_queue_for_search')
      await on.raw('drop function paylink_queue_new_for_search()')
    }
    await on.raw('drop index invoices_unfinished')
    await on.raw(
      `create index invoices_unfinished on invoices (account_id, livemode, created_at, id) where ${UNFINISHED}`,
    )
  },
}

async function queueNewBy(on: Knex.Transaction, name: string): Promise<void> {
  for (const table of QUEUED) {
    await on.raw(`drop trigger ${table}_search_insert on ${table}`)
    await on.raw(
      `create trigger ${table}_search_insert after insert on ${table} for each row execute function ${name}()`,
    )
  }
}
