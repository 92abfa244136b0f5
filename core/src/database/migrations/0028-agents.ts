import { type Migration, timestamp } from '../migration.js'

/** Limits of keys for agents, what they have asked for each day, and the calls that wait for a person. */
export const agents: Migration = {
  name: '0028-agents',

  async up(on, engine) {
    // JSON; null: no limit.
    await on.raw('alter table api_keys add column controls text')
    await on.schema.createTable('agent_money', (table) => {
      table.text('account_id').notNullable().references('id').inTable('accounts')
      table.boolean('livemode').notNullable()
      // In the form of `creatorOf`.
      table.text('holder').notNullable()
      // In the account's time zone.
      table.text('day').notNullable()
      table.bigInteger('centavos').notNullable()
      table.primary(['account_id', 'livemode', 'holder', 'day'])
    })
    await on.schema.createTable('approvals', (table) => {
      table.text('id').primary()
      table.text('account_id').notNullable().references('id').inTable('accounts')
      table.boolean('livemode').notNullable()
      table.text('holder').notNullable()
      table.text('client').notNullable()
      table.text('operation').notNullable()
      table.text('idempotency_key').notNullable()
      // JSON.
      table.text('arguments').notNullable()
      table.text('arguments_hash').notNullable()
      table.text('status').notNullable()
      timestamp(table, engine, 'created_at').notNullable()
      timestamp(table, engine, 'expires_at').notNullable()
      timestamp(table, engine, 'decided_at')
      table.text('decided_by')
      table.unique(['account_id', 'livemode', 'holder', 'idempotency_key'])
      table.index(['account_id', 'livemode', 'created_at'])
      table.index(['expires_at'])
    })
  },

  async down(on) {
    await on.schema.dropTable('approvals')
    await on.schema.dropTable('agent_money')
    await on.raw('alter table api_keys drop column controls')
  },
}
