import type { Migration } from '../migration.js'

/** What of an invoice can be found: a change of anything else does not queue it. The titles of paid links stay as they are. */
const FOUND_BY = ['name', 'rfc', 'email', 'uuid', 'provider_ref', 'total_centavos']

/**
 * Invoices are found by words, as links and payments are, and payments by what their provider told of them. Both wait in
 * the queue until the periodic task has indexed them.
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
    for (const rows of ['invoices where true', 'payments where method_detail is not null']) {
      await on.raw(`insert into search_queue select account_id, livemode, id from ${rows} on conflict do nothing`)
    }
  },

  async down(on, engine) {
    for (const act of ['insert', 'update']) {
      await on.raw(`drop trigger invoices_search_${act}${engine === 'postgres' ? ' on invoices' : ''}`)
    }
    await on.raw("delete from search_queue where object_id >= 'inv_' and object_id < 'inv`'")
  },
}
