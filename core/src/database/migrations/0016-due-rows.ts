import type { Migration } from '../migration.js'

/** Notifications are due rows with a claim; due rows are found by their lane. */
export const dueRows: Migration = {
  name: '0016-due-rows',

  async up(on, engine) {
    await on.schema.alterTable('notifications', (table) => table.text('claimed_by'))
    await on.raw(
      `create index notifications_due on notifications (connection_id, next_attempt_at, id)
       where next_attempt_at is not null`,
    )
    await on.raw('create index notifications_claimed on notifications (claimed_by) where claimed_by is not null')
    await on.raw('drop index payments_to_verify')
    await on.raw(
      'create index payments_due on payments (connection_id, reconcile_after, id) where reconcile_after is not null',
    )
    await on.raw(
      `create index email_deliveries_of_lane on email_deliveries (
         (case when not livemode then 'test:' when via = 'provider' then 'provider:' else 'smtp:' end || account_id),
         next_attempt_at, id)
       where next_attempt_at is not null`,
    )
    await on.raw(
      `create index invoices_of_lane on invoices (
         (coalesce(connection_id, account_id || case when livemode then ':live' else ':test' end)), next_attempt_at, id)
       where next_attempt_at is not null`,
    )
    // Its only task handled notifications, which are due themselves: nothing is lost with a job.
    if (engine === 'sqlite') await on.schema.dropTable('jobs')
  },

  async down(on, engine) {
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
    await on.raw('drop index invoices_of_lane')
    await on.raw('drop index email_deliveries_of_lane')
    await on.raw('drop index payments_due')
    await on.raw(
      'create index payments_to_verify on payments (provider, reconcile_after) where reconcile_after is not null',
    )
    await on.raw('drop index notifications_claimed')
    await on.raw('drop index notifications_due')
    await on.raw('alter table notifications drop column claimed_by')
  },
}
