import { type Migration, addScopeColumns, timestamp } from '../migration.js'

/** Payment links and payments. */
export const linksAndPayments: Migration = {
  name: '0002-links-and-payments',

  async up(on, engine) {
    await on.schema.createTable('payment_links', (table) => {
      table.text('id').primary()
      addScopeColumns(table)
      table.text('slug').notNullable().unique()
      table.text('status').notNullable().checkIn(['active', 'processing', 'paid', 'expired', 'disabled'])
      table.text('title').notNullable()
      table.text('description')
      table.text('items').notNullable()
      table.integer('amount_centavos').notNullable().checkPositive()
      table.text('currency').notNullable()
      table.text('customer_email')
      table.text('customer_name')
      timestamp(table, engine, 'expires_at')
      table.text('metadata').notNullable()
      table.text('providers').notNullable()
      table.boolean('invoiceable').notNullable()
      table.text('channel').notNullable().checkIn(['api', 'dashboard', 'mcp'])
      table.text('paid_payment_id')
      timestamp(table, engine, 'created_at').notNullable()
      table.unique(['account_id', 'livemode', 'id'])
      table.index(['account_id', 'livemode', 'created_at', 'id'], 'payment_links_newest')
      table.index(['account_id', 'livemode', 'status', 'created_at', 'id'], 'payment_links_newest_by_status')
      // A paid link names its payment, and only a paid link does (I3).
      table.check("(status = 'paid') = (paid_payment_id is not null)")
    })
    await on.raw(
      "create index payment_links_to_expire on payment_links (expires_at) where status = 'active' and expires_at is not null",
    )

    await on.schema.createTable('payments', (table) => {
      table.text('id').primary()
      table.text('link_id').notNullable()
      addScopeColumns(table)
      table.text('connection_id')
      table.text('provider').notNullable()
      table.text('provider_ref').notNullable()
      table.text('status').notNullable().checkIn(['pending', 'succeeded', 'failed', 'refunded', 'canceled'])
      table.text('method')
      table.text('method_detail')
      table.integer('amount_centavos').notNullable().checkPositive()
      table.integer('amount_refunded').notNullable().defaultTo(0)
      table.text('currency').notNullable()
      table.text('customer_email')
      table.text('customer_name')
      timestamp(table, engine, 'paid_at')
      timestamp(table, engine, 'created_at').notNullable()
      table.text('note')
      table.boolean('has_reference').notNullable().defaultTo(false)
      table.text('metadata').notNullable()
      // The request to the provider, verbatim: a retry under the same key must be identical.
      table.text('checkout_request')
      table.text('redirect_url')
      timestamp(table, engine, 'checkout_expires_at')
      table.text('voucher')
      timestamp(table, engine, 'reconcile_after')
      table.text('reconcile_error')
      table.integer('reconcile_attempts').notNullable().defaultTo(0)
      table.text('verifying_token')
      timestamp(table, engine, 'verifying_until')
      timestamp(table, engine, 'searched_in_vain_at')
      table.text('review_reason')
      timestamp(table, engine, 'review_since')
      table
        .foreign(['account_id', 'livemode', 'link_id'])
        .references(['account_id', 'livemode', 'id'])
        .inTable('payment_links')
      table
        .foreign(['account_id', 'livemode', 'connection_id'])
        .references(['account_id', 'livemode', 'id'])
        .inTable('connections')
      table.unique(['account_id', 'livemode', 'id'])
      table.index(['account_id', 'livemode', 'created_at', 'id'], 'payments_newest')
      table.index(['account_id', 'livemode', 'status', 'created_at', 'id'], 'payments_newest_by_status')
      table.index(['link_id'])
      table.index(['connection_id', 'provider_ref'])
    })
    // At most one open reservation per link (I1).
    await on.raw("create unique index payments_one_open on payments (link_id) where status = 'pending'")
    await on.raw(
      'create index payments_to_verify on payments (provider, reconcile_after) where reconcile_after is not null',
    )
    await on.raw(
      'create index payments_to_review on payments (account_id, review_since) where review_reason is not null',
    )

    await on.schema.createTable('receipts', (table) => {
      table.text('payment_id').primary()
      addScopeColumns(table)
      table.text('content_type').notNullable()
      table.binary('content').notNullable()
      table
        .foreign(['account_id', 'livemode', 'payment_id'])
        .references(['account_id', 'livemode', 'id'])
        .inTable('payments')
    })
  },

  async down(on) {
    for (const table of ['receipts', 'payments', 'payment_links']) await on.schema.dropTable(table)
  },
}
