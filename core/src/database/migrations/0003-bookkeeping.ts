import { type Migration, addScopeColumns, timestamp } from '../migration.js'

/** Events, idempotency keys, received notifications, jobs, plugin entries. */
export const bookkeeping: Migration = {
  name: '0003-bookkeeping',

  async up(on, engine) {
    await on.schema.createTable('events', (table) => {
      table.text('id').primary()
      addScopeColumns(table)
      table.text('type').notNullable()
      table.text('object_id').notNullable()
      table.text('payload').notNullable()
      timestamp(table, engine, 'created_at').notNullable()
      table.index(['account_id', 'livemode', 'created_at', 'id'])
      table.index(['object_id'])
    })

    await on.schema.createTable('idempotency_keys', (table) => {
      addScopeColumns(table)
      table.text('key').notNullable()
      table.text('operation').notNullable()
      table.text('fingerprint').notNullable()
      table.text('state').notNullable().checkIn(['in_flight', 'completed'])
      table.text('owner_token')
      timestamp(table, engine, 'lease_until')
      table.integer('status')
      table.text('body')
      timestamp(table, engine, 'created_at').notNullable()
      timestamp(table, engine, 'completed_at')
      table.primary(['account_id', 'livemode', 'key'])
      table.index(['created_at'])
    })

    await on.schema.createTable('notifications', (table) => {
      table.text('id').primary()
      table.text('connection_id').notNullable().references('connections.id')
      table.text('event_id').notNullable()
      table.text('event_type').notNullable()
      table.text('subjects').notNullable()
      timestamp(table, engine, 'received_at').notNullable()
      timestamp(table, engine, 'handled_at')
      timestamp(table, engine, 'next_attempt_at')
      table.integer('attempts').notNullable().defaultTo(0)
      table.text('outcome')
      table.unique(['connection_id', 'event_id'])
    })
    await on.raw(
      'create index notifications_to_handle on notifications (next_attempt_at) where next_attempt_at is not null',
    )

    await on.schema.createTable('plugin_entries', (table) => {
      table.text('space').notNullable()
      table.text('key').notNullable()
      table.text('value').notNullable()
      table.primary(['space', 'key'])
    })
    // Keys are listed by prefix, compared byte by byte as SQLite does.
    if (engine === 'postgres') await on.raw('alter table plugin_entries alter column key type text collate "C"')

    await on.schema.createTable('workers', (table) => {
      table.text('id').primary()
      timestamp(table, engine, 'seen_at').notNullable()
    })

    if (engine === 'sqlite') {
      await on.schema.createTable('jobs', (table) => {
        table.text('id').primary()
        table.text('task').notNullable()
        table.text('payload').notNullable()
        table.text('job_key').unique()
        table.text('run_at').notNullable()
        table.integer('attempts').notNullable().defaultTo(0)
        table.integer('max_attempts').notNullable()
        table.text('locked_by')
        table.text('last_error')
        table.index(['run_at'])
      })
    }
  },

  async down(on, engine) {
    const tables = ['workers', 'plugin_entries', 'notifications', 'idempotency_keys', 'events']
    for (const table of engine === 'sqlite' ? ['jobs', ...tables] : tables) await on.schema.dropTable(table)
  },
}
