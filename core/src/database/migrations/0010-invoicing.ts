import type { Knex } from 'knex'
import type { Engine } from '../engine.js'
import { type Migration, addScopeColumns, timestamp } from '../migration.js'

const EMAIL_KINDS = ['request', 'reminder', 'receipt', 'alert']

/** Invoicing connections, invoices and their files. */
export const invoicing: Migration = {
  name: '0010-invoicing',

  async up(on, engine) {
    await on.schema.alterTable('accounts', (table) => {
      // How many days after the month of the payment the customer may request the invoice.
      table.integer('invoice_days_after_month').notNullable().defaultTo(3)
    })

    await on.schema.createTable('invoicing_connections', (table) => {
      table.text('id').primary()
      addScopeColumns(table)
      table.text('service').notNullable()
      table.text('status').notNullable().checkIn(['active', 'error', 'disconnected'])
      table.boolean('sandbox').notNullable()
      table.text('external_account_id')
      table.text('display_name')
      // The issuer, as JSON; null: none chosen yet.
      table.text('issuer')
      table.text('sealed_settings').notNullable()
      table.text('webhook_id')
      table.text('last_error')
      // Since when requested invoices could not be stamped.
      timestamp(table, engine, 'stalled_since')
      timestamp(table, engine, 'last_checked_at')
      timestamp(table, engine, 'created_at').notNullable()
      timestamp(table, engine, 'updated_at').notNullable()
      table.unique(['account_id', 'livemode', 'id'])
    })
    await on.raw(
      `create unique index invoicing_connections_in_use on invoicing_connections (account_id, livemode)
       where status <> 'disconnected'`,
    )

    await on.schema.createTable('invoices', (table) => {
      table.text('id').primary()
      addScopeColumns(table)
      table.text('payment_id').notNullable()
      table.text('connection_id')
      table
        .text('status')
        .notNullable()
        .checkIn(['requested', 'stamping', 'stamped', 'failed', 'cancel_pending', 'cancelled'])
      table.text('rfc').notNullable()
      table.text('name').notNullable()
      table.text('zip').notNullable()
      table.text('regimen_fiscal').notNullable()
      table.text('uso_cfdi').notNullable()
      table.text('email')
      table.text('forma_pago').notNullable()
      // The request to the provider, verbatim: a retry under the same key must be identical.
      table.text('request')
      table.text('provider_ref')
      table.text('uuid').unique()
      table.integer('total_centavos')
      table.text('failure_code')
      table.text('failure_reason')
      table.text('failure_field')
      table.text('cancel_motivo').checkIn(['02', '03'])
      // When the provider accepted the cancellation request.
      timestamp(table, engine, 'cancel_taken_at')
      timestamp(table, engine, 'stamped_at')
      timestamp(table, engine, 'cancelled_at')
      timestamp(table, engine, 'created_at').notNullable()
      // Stamp requests made, and consecutive steps without progress.
      table.integer('attempts').notNullable().defaultTo(0)
      table.integer('tries').notNullable().defaultTo(0)
      // Why the invoice waits.
      table.text('waits_for')
      // When it is due, or when the claim ends.
      timestamp(table, engine, 'next_attempt_at')
      table.text('claimed_by')
      // A notification arrived while it was claimed: check again at once.
      table.boolean('has_news').notNullable().defaultTo(false)
      // A stamped invoice whose payment was refunded: since when it needs a review, and the refund already reviewed.
      timestamp(table, engine, 'refund_review_since')
      table.integer('refund_seen_centavos').notNullable().defaultTo(0)
      table
        .foreign(['account_id', 'livemode', 'payment_id'], 'invoices_of_payment')
        .references(['account_id', 'livemode', 'id'])
        .inTable('payments')
      table
        .foreign(['account_id', 'livemode', 'connection_id'], 'invoices_by_connection')
        .references(['account_id', 'livemode', 'id'])
        .inTable('invoicing_connections')
      table.unique(['account_id', 'livemode', 'id'])
      table.index(['payment_id', 'created_at', 'id'])
      table.index(['connection_id', 'provider_ref'])
      table.index(['account_id', 'livemode', 'created_at', 'id'])
      table.check("(status in ('stamped', 'cancel_pending', 'cancelled')) = (uuid is not null)")
      table.check("(status = 'failed') = (failure_code is not null)")
      table.check("status not in ('requested', 'stamping', 'cancel_pending') or next_attempt_at is not null")
    })
    // At most one open invoice per payment (I36).
    await on.raw(
      `create unique index invoices_one_open on invoices (payment_id)
       where status in ('requested', 'stamping', 'stamped', 'cancel_pending')`,
    )
    await on.raw('create index invoices_due on invoices (next_attempt_at) where next_attempt_at is not null')
    await on.raw('create index invoices_claimed on invoices (claimed_by) where claimed_by is not null')
    await on.raw('create index invoices_refund_review on invoices (account_id) where refund_review_since is not null')

    await on.schema.createTable('invoice_files', (table) => {
      table.text('invoice_id').notNullable()
      addScopeColumns(table)
      table.text('format').notNullable().checkIn(['pdf', 'xml'])
      table.binary('content').notNullable()
      table.primary(['invoice_id', 'format'])
      table
        .foreign(['account_id', 'livemode', 'invoice_id'], 'invoice_files_of_invoice')
        .references(['account_id', 'livemode', 'id'])
        .inTable('invoices')
    })

    await allowEmailKinds(on, engine, EMAIL_KINDS, [...EMAIL_KINDS, 'invoice'])
  },

  async down(on, engine) {
    await on('email_deliveries').where({ kind: 'invoice' }).delete()
    await allowEmailKinds(on, engine, [...EMAIL_KINDS, 'invoice'], EMAIL_KINDS)
    for (const table of ['invoice_files', 'invoices', 'invoicing_connections']) await on.schema.dropTable(table)
    await on.raw('alter table accounts drop column invoice_days_after_month')
  },
}

/** SQLite cannot alter a check: the table is recreated with the same SQL but for the list. */
export async function allowEmailKinds(
  on: Knex.Transaction,
  engine: Engine,
  from: string[],
  to: string[],
): Promise<void> {
  const table = 'email_deliveries'
  const listOf = (kinds: string[]): string => kinds.map((kind) => `'${kind}'`).join(',')
  if (engine === 'postgres') {
    const { rows } = await on.raw<{ rows: { conname: string }[] }>(
      `select conname from pg_constraint where conrelid = '${table}'::regclass and contype = 'c'
         and pg_get_constraintdef(oid) like '%reminder%'`,
    )
    for (const { conname } of rows) await on.raw('alter table ?? drop constraint ??', [table, conname])
    await on.raw(`alter table ${table} add constraint ${table}_kind check (kind in (${listOf(to)}))`)
    return
  }
  const made = await on<{ type: string; tbl_name: string; sql: string | null }>('sqlite_master').where({
    tbl_name: table,
  })
  const own = made.find(({ type }) => type === 'table')?.sql ?? ''
  const changed = own.replace(new RegExp(listOf(from).replaceAll(',', ',\\s*')), listOf(to))
  if (changed === own) throw new Error(`unexpected CHECK constraint on ${table}.kind`)
  await on.raw(changed.replace(table, `${table}_new`))
  await on.raw(`insert into ${table}_new select * from ${table}`)
  await on.schema.dropTable(table)
  await on.schema.renameTable(`${table}_new`, table)
  for (const { type, sql } of made) if (type === 'index' && sql !== null) await on.raw(sql)
}
