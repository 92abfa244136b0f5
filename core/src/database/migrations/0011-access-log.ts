import { type Migration, timestamp } from '../migration.js'

/** One line per request. No foreign keys: accounts and keys may be deleted before their lines. */
export const accessLog: Migration = {
  name: '0011-access-log',

  async up(on, engine) {
    await on.schema.createTable('access_lines', (table) => {
      // The X-Request-Id, a UUIDv7, which sorts by time.
      table.text('id').primary()
      timestamp(table, engine, 'at').notNullable()
      // Both null: the input was not an HTTP request.
      table.text('method')
      table.text('path')
      table.integer('status').notNullable()
      table.integer('ms').notNullable()
      // Authenticated and within the rate limit. Other requests have a separate bound.
      table.boolean('of_caller').notNullable()
      table.text('account_id')
      table.text('key_id')
      table.boolean('livemode')
      table.text('problem')
      // Why a key was refused.
      table.text('refusal')
      table.text('client').notNullable()
      table.text('protocol').notNullable()
      table.index(['of_caller', 'id'])
    })
  },

  async down(on) {
    await on.schema.dropTable('access_lines')
  },
}
