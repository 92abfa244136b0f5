import { type Migration, addScopeColumns, timestamp } from '../migration.js'

/** Accounts, API keys, connections. */
export const accounts: Migration = {
  name: '0001-accounts',

  async up(on, engine) {
    // One row: the version of everything that requests cache.
    await on.schema.createTable('generation', (table) => {
      table.integer('id').primary().checkIn(['1'])
      table.bigInteger('value').notNullable()
    })
    await on('generation').insert({ id: 1, value: 1 })

    await on.schema.createTable('instance', (table) => {
      table.text('key').primary()
      table.text('value').notNullable()
    })

    await on.schema.createTable('accounts', (table) => {
      table.text('id').primary()
      table.text('name').notNullable()
      timestamp(table, engine, 'verified_at')
      timestamp(table, engine, 'suspended_at')
      table.text('subscription').notNullable().defaultTo('inactive').checkIn(['active', 'inactive'])
      table.text('brand_color')
      table.binary('brand_logo')
      table.text('brand_logo_type')
      table.text('support_email')
      table.text('support_phone')
      table.text('locale').notNullable().defaultTo('es-MX')
      table.text('time_zone').notNullable().defaultTo('America/Mexico_City')
      timestamp(table, engine, 'created_at').notNullable()
    })

    await on.schema.createTable('api_keys', (table) => {
      table.text('id').primary()
      addScopeColumns(table)
      table.text('name').notNullable()
      table.text('hash').notNullable().unique()
      table.text('prefix').notNullable()
      table.text('last_four').notNullable()
      table.text('scopes')
      table.integer('rate_limit')
      timestamp(table, engine, 'created_at').notNullable()
      timestamp(table, engine, 'last_used_at')
      timestamp(table, engine, 'expires_at')
      timestamp(table, engine, 'revoked_at')
      table.index(['account_id', 'created_at'])
    })

    await on.schema.createTable('connections', (table) => {
      table.text('id').primary()
      addScopeColumns(table)
      table.text('provider').notNullable()
      table.text('status').notNullable().checkIn(['active', 'error', 'disconnected'])
      table.boolean('sandbox').notNullable()
      table.text('external_account_id')
      table.text('display_name')
      table.text('sealed_settings').notNullable()
      table.text('webhook_id')
      table.text('last_error')
      timestamp(table, engine, 'last_checked_at')
      timestamp(table, engine, 'created_at').notNullable()
      timestamp(table, engine, 'updated_at').notNullable()
      table.unique(['account_id', 'livemode', 'id'])
    })
    // At most one connection per account, mode and provider is in use.
    await on.raw(
      "create unique index connections_in_use on connections (account_id, livemode, provider) where status <> 'disconnected'",
    )
  },

  async down(on) {
    for (const table of ['connections', 'api_keys', 'accounts', 'instance', 'generation']) {
      await on.schema.dropTable(table)
    }
  },
}
