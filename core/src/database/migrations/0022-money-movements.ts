import type { Knex } from 'knex'
import { allowEmailKinds } from './0010-invoicing.js'
import { addScopeColumns, type Migration, timestamp } from '../migration.js'

interface Item {
  quantity: number
  unitPriceCentavos: number
  tax: string
}

interface ReceivedPayment {
  id: string
  account_id: string
  livemode: boolean | number
  provider: string
  amount_centavos: number
  currency: string
  paid_at: string
  items: string | Item[]
}

interface RefundRow {
  payment_id: string
  amount_centavos: number
  currency: string
  refunded_at: string
}

interface Taxes {
  base: number
  iva: number
  exempt: number
}

const CHUNK = 200
const EMAIL_KINDS = ['request', 'reminder', 'receipt', 'alert', 'invoice', 'invitation', 'reset', 'security']
const SUMS = ['quarter_hour_sums', 'day_sums']
const FEES = ['fee_centavos', 'fee_count']

/**
 * The ledger: every movement of money as a row of its own, with its taxes. Refunds are among them. And to whom the sheet of
 * each month is announced.
 */
export const moneyMovements: Migration = {
  name: '0022-money-movements',

  async up(on, engine) {
    await on.schema.alterTable('payments', (table) => table.integer('fee_centavos'))
    await on.schema.createTable('money_movements', (table) => {
      table.text('payment_id').notNullable()
      table.integer('position').notNullable()
      addScopeColumns(table)
      table.text('kind').notNullable()
      timestamp(table, engine, 'moved_at').notNullable()
      timestamp(table, engine, 'recorded_at').notNullable()
      table.text('provider').notNullable()
      table.text('currency').notNullable()
      for (const name of ['gross', 'base', 'iva', 'exempt', 'fee']) table.bigInteger(`${name}_centavos`).notNullable()
      table.primary(['payment_id', 'position'])
      table
        .foreign(['account_id', 'livemode', 'payment_id'], 'money_movements_of_payment')
        .references(['account_id', 'livemode', 'id'])
        .inTable('payments')
    })
    // In the order of a month's sheet.
    await on.raw(
      `create index money_movements_in_order on money_movements (account_id, livemode, currency, moved_at, payment_id, position)`,
    )
    for (const sums of SUMS) {
      await on.schema.alterTable(sums, (table) => {
        for (const name of FEES) table.bigInteger(name).notNullable().defaultTo(0)
      })
    }
    await listMovements(on)
    await on.schema.dropTable('refunds')
    await on.schema.alterTable('accounts', (table) => {
      table.text('sheet_to')
      timestamp(table, engine, 'sheet_since')
    })
    await allowEmailKinds(on, engine, EMAIL_KINDS, [...EMAIL_KINDS, 'sheet'])
  },

  async down(on, engine) {
    await on('email_deliveries').where({ kind: 'sheet' }).delete()
    await allowEmailKinds(on, engine, [...EMAIL_KINDS, 'sheet'], EMAIL_KINDS)
    for (const name of ['sheet_to', 'sheet_since']) await on.raw(`alter table accounts drop column ${name}`)
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
    await on.raw(
      `insert into refunds (payment_id, position, account_id, livemode, amount_centavos, currency, refunded_at)
       select payment_id, position, account_id, livemode, -gross_centavos, currency, recorded_at
       from money_movements where kind = 'refund'`,
    )
    await on.schema.dropTable('money_movements')
    for (const sums of SUMS) for (const name of FEES) await on.raw(`alter table ${sums} drop column ${name}`)
    await on.raw('alter table payments drop column fee_centavos')
  },
}

/** As they were recorded so far: one payment, and its refunds. */
async function listMovements(on: Knex.Transaction): Promise<void> {
  for (let after = ''; ;) {
    const payments: ReceivedPayment[] = await on('payments as p')
      .join('payment_links as l', 'l.id', 'p.link_id')
      .whereNotNull('p.paid_at')
      .andWhere('p.id', '>', after)
      .orderBy('p.id')
      .limit(CHUNK)
      .select('p.id', 'p.account_id', 'p.livemode', 'p.provider', 'p.amount_centavos', 'p.currency', 'p.paid_at')
      .select('l.items')
    const last = payments.at(-1)
    if (!last) return
    after = last.id
    const ids = payments.map(({ id }) => id)
    const refunds = await on<RefundRow>('refunds').whereIn('payment_id', ids).orderBy('position')
    const rows = payments.flatMap((payment) =>
      movementsOf(
        payment,
        refunds.filter(({ payment_id }) => payment_id === payment.id),
      ),
    )
    // SQLite takes a limited number of values in one statement.
    for (let at = 0; at < rows.length; at += CHUNK) await on('money_movements').insert(rows.slice(at, at + CHUNK))
  }
}

function movementsOf(payment: ReceivedPayment, refunds: readonly RefundRow[]): object[] {
  const { id, account_id, livemode, provider, currency, paid_at, amount_centavos } = payment
  const items = typeof payment.items === 'string' ? (JSON.parse(payment.items) as Item[]) : payment.items
  const whole = taxesOf(items)
  const common = { payment_id: id, account_id, livemode, provider, fee_centavos: 0 }
  const received = { kind: 'payment', moved_at: paid_at, recorded_at: paid_at, currency }
  const rows: object[] = [{ ...common, position: 1, ...received, ...amounts(whole, 0, amount_centavos) }]
  let refunded = 0
  for (const { amount_centavos: amount, currency: refundCurrency, refunded_at } of refunds) {
    // Refunds in another currency were corrected: they add up to zero.
    const from = refundCurrency === currency ? refunded : 0
    if (refundCurrency === currency) refunded += amount
    const moved_at = refunded_at < paid_at ? paid_at : refunded_at
    const back = { kind: 'refund', moved_at, recorded_at: refunded_at, currency: refundCurrency }
    rows.push({ ...common, position: rows.length + 1, ...back, ...amounts(whole, from + amount, from) })
  }
  return rows
}

function amounts(whole: Taxes, from: number, to: number): object {
  const [less, more] = [split(whole, from), split(whole, to)]
  return {
    gross_centavos: to - from,
    base_centavos: more.base - less.base,
    iva_centavos: more.iva - less.iva,
    exempt_centavos: more.exempt - less.exempt,
  }
}

function taxesOf(items: readonly Item[]): Taxes {
  const taxes = { base: 0, iva: 0, exempt: 0 }
  let included = 0
  for (const { quantity, unitPriceCentavos, tax } of items) {
    const net = quantity * unitPriceCentavos
    if (tax === 'exempt') taxes.exempt += net
    else if (tax === 'iva_added') {
      taxes.base += net
      taxes.iva += share(net, 16, 100)
    } else included += net
  }
  const base = share(included, 100, 116)
  return { base: taxes.base + base, iva: taxes.iva + included - base, exempt: taxes.exempt }
}

function split(whole: Taxes, amount: number): Taxes {
  const total = whole.base + whole.iva + whole.exempt
  if (total === 0) return { base: amount, iva: 0, exempt: 0 }
  const iva = share(amount, whole.iva, total)
  const exempt = share(amount, whole.exempt, total)
  return { base: amount - iva - exempt, iva, exempt }
}

const share = (amount: number, part: number, whole: number): number =>
  Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))
