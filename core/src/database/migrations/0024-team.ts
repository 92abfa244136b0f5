import { type Migration, timestamp } from '../migration.js'

/** The audit log is read by account, by who acted and by what it was about, in the order of time; changes of an email address. */
export const team: Migration = {
  name: '0024-team',

  async up(on, engine) {
    await on.raw('create index audit_entries_by_time on audit_entries (account_id, at, seq)')
    await on.raw('create index audit_entries_by_actor on audit_entries (account_id, actor, at, seq)')
    await on.raw('create index audit_entries_by_thing on audit_entries (account_id, target, at, seq)')
    await on.schema.createTable('email_changes', (table) => {
      table.text('id').primary()
      table.text('user_id').notNullable()
      table.text('account_id').notNullable()
      table.text('from_email').notNullable()
      table.text('to_email').notNullable()
      timestamp(table, engine, 'created_at').notNullable()
      timestamp(table, engine, 'expires_at').notNullable()
      // When the button in the mail to each address was pressed.
      timestamp(table, engine, 'former_agreed_at')
      timestamp(table, engine, 'new_agreed_at')
      timestamp(table, engine, 'done_at')
      timestamp(table, engine, 'withdrawn_at')
      table
        .foreign(['account_id', 'user_id'], 'email_changes_of_user')
        .references(['account_id', 'id'])
        .inTable('users')
      table.index(['user_id'])
    })
  },

  async down(on) {
    await on.schema.dropTable('email_changes')
    await on.raw('drop index audit_entries_by_thing')
    await on.raw('drop index audit_entries_by_actor')
    await on.raw('drop index audit_entries_by_time')
  },
}
