import type { Migration } from '../migration.js'

/** Invoices under idempotency keys, and the way by which they are mailed. */
export const invoices: Migration = {
  name: '0013-invoices',

  async up(on) {
    // What the work of a key in flight has begun on, so that a retry goes on with that and nothing else.
    await on.schema.alterTable('idempotency_keys', (table) => table.text('subject'))
    // Null: by the mail server, or simulated.
    await on.schema.alterTable('email_deliveries', (table) => table.text('via'))
  },

  async down(on) {
    await on.raw('alter table email_deliveries drop column via')
    await on.raw('alter table idempotency_keys drop column subject')
  },
}
