import { type Migration, addScopeColumns, timestamp } from '../migration.js'

/** The last known state of a payment's dispute: each change makes one event. */
export const paymentDisputes: Migration = {
  name: '0014-payment-disputes',

  async up(on, engine) {
    await on.schema.createTable('payment_disputes', (table) => {
      table.text('payment_id').primary()
      addScopeColumns(table)
      table.text('status').notNullable().checkIn(['open', 'won', 'lost'])
      timestamp(table, engine, 'opened_at').notNullable()
      timestamp(table, engine, 'changed_at').notNullable()
      table
        .foreign(['account_id', 'livemode', 'payment_id'], 'payment_disputes_of_payment')
        .references(['account_id', 'livemode', 'id'])
        .inTable('payments')
    })
  },

  async down(on) {
    await on.schema.dropTable('payment_disputes')
  },
}
