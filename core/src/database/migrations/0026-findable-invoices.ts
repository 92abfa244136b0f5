import type { Knex } from 'knex'
import type { Engine } from '../engine.js'
import type { Migration } from '../migration.js'

/** What of an invoice can be found: a change of anything else does not queue it. The titles of paid links stay as they are. */
const FOUND_BY = ['name', 'rfc', 'email', 'uuid', 'provider_ref', 'total_centavos']

/**
 * Invoices are found by words, as links and payments are, and payments by what their provider told of them. Both wait in
 * the queue until the periodic task has indexed them. A link's new title queues its payments, which are found by it.
 */
export const findableInvoices: Migration = {
  name: '0026-findable-invoices',

  async up(on, engine) {
    const differs = FOUND_BY.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')
    const changed = `create trigger invoices_search_update after update of ${FOUND_BY.join(', ')} on invoices`
    const added = 'create trigger invoices_search_insert after insert on invoices'
    if (engine === 'sqlite') {
      const queue = 'begin insert or ignore into search_queue values (new.account_id, new.livemode, new.id); end'
      await on.raw(`${added} ${queue}`)
      await on.raw(`${changed} when ${differs} ${queue}`)
    } else {
      await on.raw(`${added} for each row execute function paylink_queue_new_for_search()`)
      await on.raw(`${changed} for each row when (${differs}) execute function paylink_queue_for_search()`)
    }
    await queuePaymentsOfTitle(on, engine)
    for (const rows of ['invoices where true', 'payments where method_detail is not null']) {
      await on.raw(`insert into search_queue select account_id, livemode, id from ${rows} on conflict do nothing`)
    }
  },

  async down(on, engine) {
    await on.raw(`drop trigger payment_links_search_title${engine === 'postgres' ? ' on payment_links' : ''}`)
    if (engine === 'postgres') await on.raw('drop function paylink_queue_payments_for_search()')
    for (const act of ['insert', 'update']) {
      await on.raw(`drop trigger invoices_search_${act}${engine === 'postgres' ? ' on invoices' : ''}`)
    }
    await on.raw("delete from search_queue where object_id >= 'inv_' and object_id < 'inv`'")
  },
}

async function queuePaymentsOfTitle(on: Knex.Transaction, engine: Engine): Promise<void> {
  const changed = 'create trigger payment_links_search_title after update of title on payment_links'
  const differs = 'old.title is distinct from new.title'
  const payments = 'select account_id, livemode, id from payments where link_id = new.id'
  if (engine === 'sqlite') {
    await on.raw(`${changed} when ${differs} begin insert or ignore into search_queue ${payments}; end`)
    return
  }
  await on.raw(
    `create function paylink_queue_payments_for_search() returns trigger language plpgsql as
     $$ begin
       insert into search_queue ${payments}
         on conflict (account_id, livemode, object_id) do update set object_id = excluded.object_id;
       return null;
     end $$`,
  )
  await on.raw(`${changed} for each row when (${differs}) execute function paylink_queue_payments_for_search()`)
}
