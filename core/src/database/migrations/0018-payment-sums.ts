import type { Knex } from 'knex'
import type { Engine } from '../engine.js'
import { type Migration, addScopeColumns, timestamp } from '../migration.js'

interface Counted {
  received_centavos: number | string
  received_count: number | string
  refunded_centavos: number | string
  refunded_count: number | string
}

interface Quarter extends Counted {
  account_id: string
  livemode: boolean | number
  created_by: string
  starts_at: string
  provider: string
  currency: string
}

interface RefundedPayment {
  id: string
  account_id: string
  livemode: boolean | number
  currency: string
  paid_at: string
  refunded: number
}

interface RefundEvent {
  id: string
  object_id: string
  type: string
  payload: string
  created_at: string
}

const CHUNK = 100
const QUARTER = {
  sqlite: (at: string): string =>
    `substr(${at}, 1, 14) || printf('%02d', cast(substr(${at}, 15, 2) as integer) / 15 * 15) || ':00.000Z'`,
  postgres: (at: string): string => `to_timestamp(floor(extract(epoch from ${at}) / 900) * 900)`,
}
const REFUNDED = "case when status = 'refunded' then amount_centavos else amount_refunded end"

/** Who created a link; refunds, each with its time; money received and refunded, summed by quarter of an hour and by day. */
export const paymentSums: Migration = {
  name: '0018-payment-sums',

  async up(on, engine) {
    await on.schema.alterTable('payment_links', (table) => table.text('created_by'))
    // Of users alone: links that keys create, which are many, need not be in it.
    await on.raw(
      `create index payment_links_newest_by_user on payment_links (account_id, livemode, created_by, created_at, id)
       where created_by > 'user:'`,
    )

    await on.schema.createTable('refunds', (table) => {
      table.text('payment_id').notNullable()
      table.integer('position').notNullable()
      addScopeColumns(table)
      table.integer('amount_centavos').notNullable()
      table.text('currency').notNullable()
      timestamp(table, engine, 'refunded_at').notNullable()
      table.primary(['payment_id', 'position'])
      table
        .foreign(['account_id', 'livemode', 'payment_id'], 'refunds_of_payment')
        .references(['account_id', 'livemode', 'id'])
        .inTable('payments')
    })

    await on.schema.createTable('quarter_hour_sums', (table) => {
      addSums(table, () => timestamp(table, engine, 'starts_at').notNullable())
      table.primary(['account_id', 'livemode', 'created_by', 'starts_at', 'provider', 'currency'])
    })
    await on.schema.createTable('day_sums', (table) => {
      addSums(table, () => table.text('day').notNullable())
      table.primary(['account_id', 'livemode', 'created_by', 'day', 'provider', 'currency'])
    })

    await listRefunds(on)
    await sumQuarters(on, engine)
    await sumDays(on)
  },

  async down(on) {
    for (const table of ['day_sums', 'quarter_hour_sums', 'refunds']) await on.schema.dropTable(table)
    await on.raw('drop index payment_links_newest_by_user')
    await on.raw('alter table payment_links drop column created_by')
  },
}

function addSums(table: Knex.CreateTableBuilder, addPeriod: () => void): void {
  addScopeColumns(table)
  // A user whose links are summed; empty: the sums over all links.
  table.text('created_by').notNullable()
  addPeriod()
  table.text('provider').notNullable()
  table.text('currency').notNullable()
  for (const name of ['received', 'refunded']) {
    table.bigInteger(`${name}_centavos`).notNullable()
    table.bigInteger(`${name}_count`).notNullable()
  }
}

/** Each event of a refund tells its amount; what no event tells is taken for refunded when the payment was made. */
async function listRefunds(on: Knex.Transaction): Promise<void> {
  const payments: RefundedPayment[] = await on('payments')
    .whereNotNull('paid_at')
    .where((refunded) => void refunded.where('status', 'refunded').orWhere('amount_refunded', '>', 0))
    .select('id', 'account_id', 'livemode', 'currency', 'paid_at', on.raw(`${REFUNDED} as refunded`))
  for (const { id, account_id, livemode, currency, paid_at, refunded } of payments) {
    const events = await on<RefundEvent>('events')
      .where({ object_id: id, type: 'payment.refunded' })
      .orderBy(['created_at', 'id'])
    let rest = refunded
    const parts: { amount_centavos: number; refunded_at: string }[] = []
    for (const { created_at, payload } of events) {
      const amount = Math.min(rest, refundIn(payload))
      if (amount <= 0) continue
      rest -= amount
      parts.push({ amount_centavos: amount, refunded_at: created_at })
    }
    if (rest > 0) parts.unshift({ amount_centavos: rest, refunded_at: paid_at })
    const rows = parts.map((part, index) => ({
      ...{ payment_id: id, account_id, livemode, currency, position: index + 1 },
      ...part,
    }))
    if (rows.length > 0) await on('refunds').insert(rows)
  }
}

function refundIn(payload: string): number {
  const { data } = JSON.parse(payload) as { data?: { refund?: { amountCentavos?: number } } }
  return data?.refund?.amountCentavos ?? 0
}

async function sumQuarters(on: Knex.Transaction, engine: Engine): Promise<void> {
  const quarterOf = QUARTER[engine]
  await on.raw(
    `insert into quarter_hour_sums
       (account_id, livemode, created_by, starts_at, provider, currency,
        received_centavos, received_count, refunded_centavos, refunded_count)
     select account_id, livemode, '', starts_at, provider, currency,
       sum(received), sum(received_count), sum(refunded), sum(refunded_count)
     from (
       select account_id, livemode, ${quarterOf('paid_at')} as starts_at, provider, currency,
         amount_centavos as received, 1 as received_count, 0 as refunded, 0 as refunded_count
       from payments where paid_at is not null
       union all
       select r.account_id, r.livemode, ${quarterOf('r.refunded_at')}, p.provider, r.currency, 0, 0, r.amount_centavos, 1
       from refunds r join payments p on p.id = r.payment_id
     ) as movements
     group by account_id, livemode, starts_at, provider, currency`,
  )
}

/** Days are the account's own, which SQLite cannot work out. */
async function sumDays(on: Knex.Transaction): Promise<void> {
  const accounts = await on<{ id: string; time_zone: string }>('accounts').select('id', 'time_zone')
  for (const { id, time_zone } of accounts) {
    const format = new Intl.DateTimeFormat('en-CA', {
      timeZone: time_zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    const days = new Map<string, Record<string, unknown> & Counted>()
    for (const { starts_at, ...quarter } of await on<Quarter>('quarter_hour_sums').where({ account_id: id })) {
      const day = format.format(new Date(starts_at))
      const key = [day, quarter.livemode, quarter.provider, quarter.currency].join(' ')
      const before = days.get(key)
      if (!before) {
        days.set(key, { ...quarter, day })
        continue
      }
      for (const name of ['received_centavos', 'received_count', 'refunded_centavos', 'refunded_count'] as const) {
        before[name] = Number(before[name]) + Number(quarter[name])
      }
    }
    const rows = [...days.values()]
    for (let at = 0; at < rows.length; at += CHUNK) await on('day_sums').insert(rows.slice(at, at + CHUNK))
  }
}
