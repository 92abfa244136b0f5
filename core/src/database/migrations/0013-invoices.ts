import type { Migration } from '../migration.js'

/** Idempotency of invoice operations, and the service that sends an e-mail. */
export const invoices: Migration = {
  name: '0013-invoices',

  async up(on) {
    // The resource that the request of an in-flight key works on, so that a retry continues with the same one.
    await on.schema.alterTable('idempotency_keys', (table) => table.text('subject'))
    // Null: the mail server, or simulated.
    await on.schema.alterTable('email_deliveries', (table) => table.text('via'))
  },

  async down(on) {
    await on.raw('alter table email_deliveries drop column via')
    await on.raw('alter table idempotency_keys drop column subject')
  },
}
