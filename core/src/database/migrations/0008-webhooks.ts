import { type Migration, addScopeColumns, timestamp } from '../migration.js'

/** Webhook endpoints, deliveries, attempts, alerts. */
export const webhooks: Migration = {
  name: '0008-webhooks',

  async up(on, engine) {
    await on.schema.alterTable('events', (table) => table.unique(['account_id', 'livemode', 'id']))

    await on.schema.createTable('webhook_endpoints', (table) => {
      table.text('id').primary()
      addScopeColumns(table)
      table.text('url').notNullable()
      // Null: the event types of the first release. Else names, each with a space before and after it.
      table.text('events')
      table.text('status').notNullable().checkIn(['enabled', 'disabled'])
      table.text('disabled_reason').checkIn(['operator', 'gone', 'failing'])
      timestamp(table, engine, 'disabled_at')
      // Since when every attempt has failed.
      timestamp(table, engine, 'failing_since')
      table.text('sealed_secret').notNullable()
      table.text('sealed_former_secret')
      timestamp(table, engine, 'former_secret_until')
      timestamp(table, engine, 'created_at').notNullable()
      table.unique(['account_id', 'livemode', 'id'])
    })

    await on.schema.createTable('webhook_deliveries', (table) => {
      table.text('id').primary()
      addScopeColumns(table)
      table.text('event_id').notNullable()
      table.text('endpoint_id').notNullable()
      table.text('status').notNullable().checkIn(['scheduled', 'sending', 'delivered', 'exhausted', 'stopped'])
      table.integer('attempts').notNullable().defaultTo(0)
      // When it is due. While it is being sent: when the claim ends.
      timestamp(table, engine, 'next_attempt_at')
      table.text('claimed_by')
      timestamp(table, engine, 'created_at').notNullable()
      timestamp(table, engine, 'finished_at')
      // No delivery refers to another account or mode (I46, I47).
      table
        .foreign(['account_id', 'livemode', 'event_id'], 'webhook_deliveries_of_event')
        .references(['account_id', 'livemode', 'id'])
        .inTable('events')
      table
        .foreign(['account_id', 'livemode', 'endpoint_id'], 'webhook_deliveries_of_endpoint')
        .references(['account_id', 'livemode', 'id'])
        .inTable('webhook_endpoints')
      table.index(['endpoint_id', 'created_at', 'id'])
      table.index(['event_id'])
    })
    await on.raw(
      `create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at, id)
       where next_attempt_at is not null`,
    )
    await on.raw(
      'create index webhook_deliveries_claimed on webhook_deliveries (claimed_by) where claimed_by is not null',
    )
    await on.raw(
      'create index webhook_deliveries_finished on webhook_deliveries (finished_at) where finished_at is not null',
    )

    await on.schema.createTable('webhook_attempts', (table) => {
      table.bigIncrements('seq')
      table.text('delivery_id').notNullable().references('webhook_deliveries.id').onDelete('cascade')
      timestamp(table, engine, 'at').notNullable()
      // Null: no response.
      table.integer('status')
      table.integer('ms').notNullable()
      table.text('error')
      table.text('answer')
      table.index(['delivery_id', 'seq'])
    })

    await on.schema.createTable('alerts', (table) => {
      table.text('id').primary()
      table.text('account_id').notNullable().references('accounts.id')
      table.text('kind').notNullable()
      table.text('target').notNullable()
      table.text('says').notNullable()
      timestamp(table, engine, 'since').notNullable()
      timestamp(table, engine, 'raised_at').notNullable()
      // One alert per condition, however often it is detected.
      table.unique(['kind', 'target', 'since'])
      table.index(['account_id', 'raised_at'])
    })
  },

  async down(on) {
    for (const table of ['alerts', 'webhook_attempts', 'webhook_deliveries', 'webhook_endpoints']) {
      await on.schema.dropTable(table)
    }
    await on.schema.alterTable('events', (table) => table.dropUnique(['account_id', 'livemode', 'id']))
  },
}
