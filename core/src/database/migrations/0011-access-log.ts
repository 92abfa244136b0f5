import { type Migration, timestamp } from '../migration.js'

/** One line for each request that was answered. Lines refer to nothing: what they name may be gone before them. */
export const accessLog: Migration = {
  name: '0011-access-log',

  async up(on, engine) {
    await on.schema.createTable('access_lines', (table) => {
      // The X-Request-Id, a UUIDv7: sorts by time.
      table.text('id').primary()
      timestamp(table, engine, 'at').notNullable()
      // Both null: what came was not an HTTP request.
      table.text('method')
      table.text('path')
      table.integer('status').notNullable()
      table.integer('ms').notNullable()
      // Whether it came with a valid key, within its limit: what others send is bounded apart.
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
