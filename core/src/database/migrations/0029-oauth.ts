import { addScopeColumns, type Migration, timestamp } from '../migration.js'

/** Agents that people connect over OAuth: what each may do, the programs that registered themselves, codes and tokens. */
export const oauth: Migration = {
  name: '0029-oauth',

  async up(on, engine) {
    await on.schema.createTable('agent_grants', (table) => {
      table.text('id').primary()
      addScopeColumns(table)
      table.text('user_id').notNullable()
      table.text('client_id').notNullable()
      table.text('client_name').notNullable()
      // The host whose document has the name; null: it is not verified.
      table.text('client_host')
      table.text('redirect_host').notNullable()
      // JSON.
      table.text('scopes').notNullable()
      // JSON; null: no limit.
      table.text('controls')
      timestamp(table, engine, 'created_at').notNullable()
      timestamp(table, engine, 'last_used_at')
      timestamp(table, engine, 'revoked_at')
      table.unique(['account_id', 'livemode', 'id'])
      table.foreign(['account_id', 'user_id'], 'agent_grants_of_user').references(['account_id', 'id']).inTable('users')
      table.index(['account_id', 'livemode', 'created_at'])
      table.index(['client_id'])
    })
    await on.schema.createTable('oauth_clients', (table) => {
      table.text('id').primary()
      table.text('name').notNullable()
      // JSON.
      table.text('redirect_uris').notNullable()
      timestamp(table, engine, 'created_at').notNullable()
      timestamp(table, engine, 'last_used_at').notNullable()
      table.index(['last_used_at'])
    })
    await on.schema.createTable('oauth_artifacts', (table) => {
      table.text('kind').notNullable()
      // SHA-256 in hex of the code, token or id.
      table.text('id_hash').notNullable()
      // Null, as the grant: no person has decided about the request.
      table.text('account_id').references('accounts.id')
      table.boolean('livemode').notNullable()
      table.text('grant_id')
      // What it stands for, sealed.
      table.text('payload').notNullable()
      timestamp(table, engine, 'created_at').notNullable()
      timestamp(table, engine, 'expires_at').notNullable()
      timestamp(table, engine, 'consumed_at')
      table.primary(['kind', 'id_hash'])
      table
        .foreign(['account_id', 'livemode', 'grant_id'], 'oauth_artifacts_of_grant')
        .references(['account_id', 'livemode', 'id'])
        .inTable('agent_grants')
      table.index(['grant_id'])
      table.index(['expires_at'])
    })
  },

  async down(on) {
    await on.schema.dropTable('oauth_artifacts')
    await on.schema.dropTable('oauth_clients')
    await on.schema.dropTable('agent_grants')
  },
}
