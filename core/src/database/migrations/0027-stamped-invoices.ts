import type { Migration } from '../migration.js'

/** The invoices of a month are found by the moment of their stamp, however many there are of other months. */
export const stampedInvoices: Migration = {
  name: '0027-stamped-invoices',

  async up(on) {
    await on.raw(
      `create index invoices_stamped on invoices (account_id, livemode, stamped_at, id) where stamped_at is not null`,
    )
  },

  async down(on) {
    await on.raw('drop index invoices_stamped')
  },
}
