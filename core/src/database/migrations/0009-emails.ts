import { type Migration, addScopeColumns, timestamp } from '../migration.js'

const ACCOUNT_COLUMNS = ['mail_reminder_hours', 'mail_receipts', 'mail_opens', 'alerts_to']

/** E-mail deliveries and suppressed addresses. */
export const emails: Migration = {
  name: '0009-emails',

  async up(on, engine) {
    await on.schema.alterTable('accounts', (table) => {
      // How long before a link expires its customer is reminded; null: never.
      table.integer('mail_reminder_hours')
      table.boolean('mail_receipts').notNullable().defaultTo(false)
      table.boolean('mail_opens').notNullable().defaultTo(false)
      table.text('alerts_to')
    })

    await on.schema.createTable('email_deliveries', (table) => {
      table.text('id').primary()
      addScopeColumns(table)
      table.text('link_id')
      table.text('payment_id')
      table.text('kind').notNullable().checkIn(['request', 'reminder', 'receipt', 'alert'])
      table.text('recipient').notNullable()
      table
        .text('status')
        .notNullable()
        .checkIn(['queued', 'sending', 'unknown', 'simulated', 'sent', 'delivered', 'bounced', 'failed'])
      table.text('subject').notNullable()
      table.text('error')
      // Identify this e-mail in links of its reader, and in reports of other servers.
      table.text('token').notNullable().unique()
      table.text('report_token').notNullable().unique()
      // Unique key of an e-mail that must be sent at most once.
      table.text('once').unique()
      table.integer('attempts').notNullable().defaultTo(0)
      // Queued: when it is due, or when the claim ends. Sending: when it becomes unknown.
      timestamp(table, engine, 'next_attempt_at')
      table.text('claimed_by')
      table.text('body_text')
      table.text('body_html')
      timestamp(table, engine, 'created_at').notNullable()
      for (const name of ['sent', 'delivered', 'bounced', 'opened', 'clicked', 'complained', 'unsubscribed']) {
        timestamp(table, engine, `${name}_at`)
      }
      timestamp(table, engine, 'temporary_failed_at')
      // No e-mail refers to another account or mode (I46, I47).
      table
        .foreign(['account_id', 'livemode', 'link_id'], 'email_deliveries_of_link')
        .references(['account_id', 'livemode', 'id'])
        .inTable('payment_links')
      table
        .foreign(['account_id', 'livemode', 'payment_id'], 'email_deliveries_of_payment')
        .references(['account_id', 'livemode', 'id'])
        .inTable('payments')
      table.index(['link_id', 'created_at', 'id'])
      table.index(['account_id', 'created_at', 'id'])
      table.index(['created_at'])
      // Only unfinished e-mails have a next attempt.
      table.check("(status in ('queued', 'sending')) = (next_attempt_at is not null)")
      table.check("livemode = false or status <> 'simulated'")
    })
    await on.raw(
      'create index email_deliveries_due on email_deliveries (next_attempt_at) where next_attempt_at is not null',
    )

    await on.raw('create index email_deliveries_claimed on email_deliveries (claimed_by) where claimed_by is not null')

    await on.schema.createTable('email_suppressions', (table) => {
      addScopeColumns(table)
      // In lower case.
      table.text('address').notNullable()
      table.text('reason').notNullable().checkIn(['bounced', 'complained', 'unsubscribed'])
      table.text('delivery_id').notNullable()
      timestamp(table, engine, 'created_at').notNullable()
      table.primary(['account_id', 'livemode', 'address'])
    })
  },

  async down(on) {
    await on.schema.dropTable('email_suppressions')
    await on.schema.dropTable('email_deliveries')
    for (const column of ACCOUNT_COLUMNS) await on.raw(`alter table accounts drop column ${column}`)
  },
}
