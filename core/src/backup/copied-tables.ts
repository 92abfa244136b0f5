import type { Knex } from 'knex'
import { MOVE_TABLES } from '../database/move-state.js'

/** The search index is made of the other rows, and is larger than all of them. */
const UNCOPIED: ReadonlySet<string> = new Set(['search_queue', 'search_terms', ...Object.values(MOVE_TABLES)])

export const isCopied = ({ name }: { name: string }): boolean => !UNCOPIED.has(name)

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
