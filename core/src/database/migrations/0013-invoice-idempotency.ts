import type { Migration } from '../migration.js'

/** What the work of a key in flight has begun on, so that a retry goes on with that and nothing else. */
export const invoiceIdempotency: Migration = {
  name: '0013-invoice-idempotency',

  async up(on) {
    await on.schema.alterTable('idempotency_keys', (table) => table.text('subject'))
  },

  async down(on) {
    await on.raw('alter table idempotency_keys drop column subject')
  },
}
