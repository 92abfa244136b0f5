import { type Migration, scoped, timestamp } from '../migration.js'

/** Who is told of events, what each was sent, and what became of every attempt. */
export const webhooks: Migration = {
  name: '0008-webhooks',

  async up(on, engine) {
    await on.schema.alterTable('events', (table) => table.unique(['account_id', 'livemode', 'id']))

    await on.schema.createTable('webhook_endpoints', (table) => {
      table.text('id').primary()
      scoped(table)
      table.text('url').notNullable()
      // Null: all that were announced when webhooks began. Else names between spaces, one before and one after each.
      table.text('events')
      table.text('status').notNullable().checkIn(['enabled', 'disabled'])
      table.text('disabled_reason').checkIn(['operator', 'gone', 'failing'])
      timestamp(table, engine, 'disabled_at')
      // Since when nothing but failures came.
      timestamp(table, engine, 'failing_since')
      table.text('sealed_secret').notNullable()
      table.text('sealed_former_secret')
      timestamp(table, engine, 'former_secret_until')
      timestamp(table, engine, 'created_at').notNullable()
      table.unique(['account_id', 'livemode', 'id'])
    })

    await on.schema.createTable('webhook_deliveries', (table) => {
      table.text('id').primary()
      scoped(table)
      table.text('event_id').notNullable()
      table.text('endpoint_id').notNullable()
      table.text('status').notNullable().checkIn(['scheduled', 'sending', 'delivered', 'exhausted', 'stopped'])
      table.integer('attempts').notNullable().defaultTo(0)
      // Due then. While it is being sent: until then it is in the hands of who claimed it.
      timestamp(table, engine, 'next_attempt_at')
      table.text('claimed_by')
      timestamp(table, engine, 'created_at').notNullable()
      timestamp(table, engine, 'finished_at')
      // None crosses from one account or mode to another (I46, I47).
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
      // Null: no answer came.
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
      // Once for one thing, however often it is noticed.
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
