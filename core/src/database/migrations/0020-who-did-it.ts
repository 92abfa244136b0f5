import { type Migration, timestamp } from '../migration.js'

/** Who asked for an e-mail or an invoice, who had an invoice cancelled, and since when a password is the one it is. */
export const whoDidIt: Migration = {
  name: '0020-who-did-it',

  async up(on, engine) {
    // In the form of `creatorOf`. Null: not known, as for everything from before.
    await on.raw('alter table email_deliveries add column created_by text')
    await on.raw('alter table invoices add column created_by text')
    await on.raw('alter table invoices add column cancel_requested_by text')
    await on.schema.alterTable('users', (table) => {
      timestamp(table, engine, 'password_changed_at')
    })
  },

  async down(on) {
    await on.raw('alter table users drop column password_changed_at')
    await on.raw('alter table invoices drop column cancel_requested_by')
    await on.raw('alter table invoices drop column created_by')
    await on.raw('alter table email_deliveries drop column created_by')
  },
}
