import { type Migration, timestamp } from '../migration.js'

/** Erasures that are under way, and the links whose customers are to be forgotten. */
export const privacy: Migration = {
  name: '0031-privacy',

  async up(on, engine) {
    await on.schema.createTable('erasures', (table) => {
      table.text('id').primary()
      table.text('account_id').notNullable().references('accounts.id')
      // A keyed hash of the address: the same command continues.
      table.text('subject').notNullable()
      table.text('sealed_plan').notNullable()
      // JSON: how many rows of which table were changed.
      table.text('progress').notNullable()
      timestamp(table, engine, 'started_at').notNullable()
      table.unique(['account_id', 'subject'])
    })
    // Only links that were never paid and still name a customer.
    await on.raw(
      `create index payment_links_to_forget on payment_links (created_at)
       where status in ('expired', 'disabled') and (customer_email is not null or customer_name is not null)`,
    )
  },

  async down(on) {
    await on.raw('drop index payment_links_to_forget')
    await on.schema.dropTable('erasures')
  },
}
