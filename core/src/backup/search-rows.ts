import type { Knex } from 'knex'

/** The search index, which is made of the other rows and larger than all of them: it is not copied. */
export const SEARCH_TABLES: ReadonlySet<string> = new Set(['search_queue', 'search_terms'])

/** What a search looks for. */
const SEARCHED = ['payment_links', 'payments', 'invoices']

/** Has the index made again in the background, newest first. */
export async function queueForSearch(on: Knex): Promise<void> {
  for (const table of SEARCHED) {
    await on.raw(
      `insert into search_queue (account_id, livemode, object_id) select account_id, livemode, id from ${table}`,
    )
  }
}
