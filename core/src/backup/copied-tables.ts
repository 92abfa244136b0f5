import type { Knex } from 'knex'

/** What a move keeps in its source. */
export const MOVE_TABLES = { state: 'paylink_move', changes: 'paylink_move_changes' } as const

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
