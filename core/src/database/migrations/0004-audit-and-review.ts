import { type Migration, timestamp } from '../migration.js'

const GUARDED = 'audit_entries'

/** The audit log, providers' answers, and decisions on reviews. */
export const auditAndReview: Migration = {
  name: '0004-audit-and-review',

  async up(on, engine) {
    await on.schema.createTable(GUARDED, (table) => {
      table.bigInteger('seq').primary()
      timestamp(table, engine, 'at').notNullable()
      table.text('account_id').references('accounts.id')
      table.text('actor').notNullable()
      table.text('surface').notNullable()
      table.text('action').notNullable()
      table.text('target').notNullable()
      table.text('details').notNullable()
      table.text('hash').notNullable()
    })
    // One row: the end of the chain. Appending locks it, so that entries are chained one after another.
    await on.schema.createTable('audit_head', (table) => {
      table.integer('id').primary().checkIn(['1'])
      table.bigInteger('seq').notNullable()
      table.text('hash').notNullable()
    })
    await on('audit_head').insert({ id: 1, seq: 0, hash: '' })
    if (engine === 'postgres') {
      await on.raw(
        `create function paylink_append_only() returns trigger language plpgsql as
         $$ begin raise exception 'the audit log is append-only'; end $$`,
      )
      await on.raw(
        `create trigger audit_append_only before update or delete or truncate on ${GUARDED}
         for each statement execute function paylink_append_only()`,
      )
    } else {
      for (const act of ['update', 'delete']) {
        await on.raw(
          `create trigger audit_no_${act} before ${act} on ${GUARDED}
           begin select raise(abort, 'the audit log is append-only'); end`,
        )
      }
    }

    // Answers that settled a payment or put it under review: each once, verbatim.
    await on.schema.createTable('provider_answers', (table) => {
      table.text('payment_id').notNullable().references('payments.id')
      table.text('hash').notNullable()
      timestamp(table, engine, 'seen_at').notNullable()
      table.text('state').notNullable()
      table.primary(['payment_id', 'hash'])
    })
    await on.schema.alterTable('payments', (table) => {
      timestamp(table, engine, 'review_decided_at')
    })
  },

  async down(on, engine) {
    await on.raw('alter table payments drop column review_decided_at')
    for (const table of ['provider_answers', 'audit_head', GUARDED]) await on.schema.dropTable(table)
    if (engine === 'postgres') await on.raw('drop function paylink_append_only()')
  },
}
