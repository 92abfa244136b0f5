import { createHash } from 'node:crypto'
import { localDay } from '@paylink/core/kernel/local-day'
import type { Scope } from '@paylink/core/kernel/principal'
import { findableInvoice, type SearchedInvoice } from '@paylink/core/invoicing/findable-invoice'
import { findableLink, type SearchedLink } from '@paylink/core/payment-links/findable-link'
import { findablePayment, type SearchedPayment } from '@paylink/core/payments/payment-lists.repository'
import { entriesOf } from '@paylink/core/search/search-index.repository'
import { type Bulk, type BulkRow, openBulk } from './bulk.js'
import { SearchEntries } from './search-entries.js'

const DAYS = 90
const DAY_MS = 86_400_000
const QUARTER_MS = 900_000
const CHUNK = 2000
const ZONE = 'America/Mexico_City'

/** Words of titles: `comun` is in every other, `raro` in one of twenty. */
const WORDS = ['cafe', 'mesa', 'pastel', 'taza', 'plato', 'jarra', 'boda', 'curso']

type Kind = 'refunded' | 'failed' | 'pending' | 'canceled' | 'reviewed' | 'succeeded'

/** One in twenty of each but the last two, so that a thousand fill a page of each: of reviews it has a hundred. */
const KINDS: Record<number, Kind> = {
  ...{ 3: 'refunded', 7: 'failed', 11: 'pending', 13: 'canceled' },
  ...{ 9: 'reviewed', 17: 'reviewed' },
}

/** The id of the n-th, counted from 0. */
export const shopId = (prefix: string, n: number): string => `${prefix}_0${String(n).padStart(25, '0')}`

/**
 * Fills a database that is migrated and has an account: so many links of the last ninety days, a payment of each, refunds,
 * invoices, the sums of them all, and the search index. Pages of a small shop and a large one have the same number of rows.
 */
export async function fillShop(
  databaseUrl: string,
  count: number,
  { now = Date.now(), days = DAYS } = {},
): Promise<void> {
  const bulk = await openBulk(databaseUrl)
  try {
    const scope = { accountId: await bulk.accountId(), livemode: false }
    const entries = new SearchEntries()
    const sums = new Sums()
    for (let from = 0; from < count; from += CHUNK) {
      const made = Array.from({ length: Math.min(CHUNK, count - from) }, (_, index) =>
        make(scope, from + index, now - (count - from - index) * ((days * DAY_MS) / count), now),
      )
      for (const one of made) {
        sums.add(one)
        entries.add(entriesOf(scope, 'plink', findableLink(one.link)))
        entries.add(entriesOf(scope, 'pay', findablePayment(one.payment)))
        if (one.invoice) entries.add(entriesOf(scope, 'inv', findableInvoice(one.invoice)))
      }
      await insertAll(bulk, made)
    }
    for (const [table, rows] of sums.rows(scope)) await bulk.insert(table, rows)
    // The triggers have put there what is indexed here.
    await bulk.run('delete from search_queue')
    for (const pairs of entries.inOrder()) await bulk.insertTerms(pairs)
  } finally {
    await bulk.close()
  }
}

interface Made {
  link: SearchedLink
  payment: SearchedPayment
  invoice: SearchedInvoice | null
  kind: Kind
  rows: Record<'payment_links' | 'payments' | 'money_movements' | 'invoices', BulkRow[]>
}

async function insertAll(bulk: Bulk, made: readonly Made[]): Promise<void> {
  for (const table of ['payment_links', 'payments', 'money_movements', 'invoices'] as const) {
    const rows = made.flatMap(({ rows }) => rows[table])
    if (rows.length > 0) await bulk.insert(table, rows)
  }
}

function make(scope: Scope, n: number, atMs: number, now: number): Made {
  const createdAt = new Date(atMs).toISOString()
  const kind = KINDS[n % 20] ?? 'succeeded'
  const own = { account_id: scope.accountId, livemode: scope.livemode, created_at: createdAt }
  const money = { amount_centavos: 10_000 + (n % 9) * 100, currency: 'MXN' }
  const common = {
    ...{ ...own, ...money, customer_name: `Ana ${WORDS[n % 7]}`, customer_email: `c${n % 5000}@example.com` },
    metadata: `{"pedido":"P-${n}"}`,
  }
  const link = {
    ...{ ...common, id: shopId('plink', n), slug: `s${hex(n).slice(0, 21)}`, items: '[]', providers: '[]' },
    status: isPaid(kind) ? 'paid' : unpaidStatus(n, kind),
    title: `${n % 2 === 0 ? 'comun' : WORDS[n % WORDS.length]} ${n % 20 < 2 ? 'raro' : 'azul'} ${n % 97}`,
    expires_at: kind === 'failed' ? new Date(n % 40 === 7 ? now + DAY_MS : atMs).toISOString() : null,
    ...{ invoiceable: false, channel: 'api', paid_payment_id: isPaid(kind) ? shopId('pay', n) : null },
  }
  const payment = {
    ...{ ...common, id: shopId('pay', n), link_id: link.id, provider: 'manual', provider_ref: `manual:${n}` },
    ...{ status: kind === 'reviewed' ? 'pending' : kind, paid_at: isPaid(kind) ? createdAt : null, method: 'other' },
    review_reason: kind === 'reviewed' ? 'mismatch' : null,
    review_since: kind === 'reviewed' ? createdAt : null,
  }
  const movement = (position: number, moved: string, centavos: number): BulkRow => ({
    ...{ account_id: scope.accountId, livemode: scope.livemode, payment_id: payment.id, position, kind: moved },
    ...{ moved_at: createdAt, recorded_at: createdAt, provider: 'manual', currency: 'MXN' },
    ...{ gross_centavos: centavos, base_centavos: centavos, iva_centavos: 0, exempt_centavos: 0, fee_centavos: 0 },
  })
  const seen = {
    createdAt,
    title: link.title,
    customerName: common.customer_name,
    customerEmail: common.customer_email,
  }
  const invoice = n % 10 === 0 ? invoiceOf(n, own) : null
  const found = { ...seen, amountCentavos: money.amount_centavos, metadata: { pedido: `P-${n}` } }
  return {
    link: { ...found, id: link.id, slug: link.slug, createdBy: null },
    payment: {
      ...{ ...found, id: payment.id, linkId: link.id, providerRef: payment.provider_ref },
      ...{ methodDetail: null, voucher: null, answer: null },
    },
    invoice: invoice && {
      ...{ createdAt, id: shopId('inv', n), paymentId: payment.id, linkId: link.id, title: link.title },
      ...{ rfc: RFC, name: nameIn(n), email: null, providerRef: null, uuid: uuidOf(n, invoice) },
      ...{ totalCentavos: null, amountCentavos: money.amount_centavos },
    },
    kind,
    rows: {
      payment_links: [link],
      payments: [payment],
      money_movements: [
        ...(isPaid(kind) ? [movement(1, 'payment', money.amount_centavos)] : []),
        ...(kind === 'refunded' ? [movement(2, 'refund', -money.amount_centavos)] : []),
      ],
      invoices: invoice ? [invoice] : [],
    },
  }
}

const isPaid = (kind: Kind): boolean => kind === 'succeeded' || kind === 'refunded'

/** Of the failed ones half may still be paid: they expire tomorrow. */
const unpaidStatus = (n: number, kind: Kind): string =>
  kind === 'failed' ? (n % 40 === 7 ? 'active' : 'expired') : kind === 'canceled' ? 'disabled' : 'processing'

const RFC = 'XAXX010101000'
const nameIn = (n: number): string => `Ana ${n % 97}`
const uuidOf = (n: number, { status }: BulkRow): string | null => (status === 'failed' ? null : hex(n))

/** One in ten payments has one; a fourth of them were rejected, a fourth cancelled. */
function invoiceOf(n: number, own: BulkRow): BulkRow {
  const status = ['stamped', 'failed', 'cancelled', 'stamped'][(n / 10) % 4] ?? 'stamped'
  const uuid = uuidOf(n, { status })
  return {
    ...{ ...own, id: shopId('inv', n), payment_id: shopId('pay', n), status },
    ...{ rfc: RFC, name: nameIn(n), zip: '06000', regimen_fiscal: '616', uso_cfdi: 'S01' },
    ...{
      forma_pago: '01',
      uuid,
      stamped_at: uuid === null ? null : (own['created_at'] ?? null),
    },
    failure_code: uuid === null ? 'invalid_receiver' : null,
    failure_reason: uuid === null ? 'The name does not match the RFC.' : null,
    cancelled_at: status === 'cancelled' ? (own['created_at'] ?? null) : null,
  }
}

const hex = (n: number): string => createHash('md5').update(String(n)).digest('hex')

/** As the transactions of the payments would have kept them. */
class Sums {
  private readonly tables = {
    day_sums: new Map<string, [received: number, count: number, refunded: number, refunds: number]>(),
    quarter_hour_sums: new Map<string, [received: number, count: number, refunded: number, refunds: number]>(),
  }
  private readonly days = new Map<number, string>()

  add({ payment: { createdAt, amountCentavos }, kind }: Made): void {
    if (!isPaid(kind)) return
    const quarter = Math.floor(Date.parse(createdAt) / QUARTER_MS) * QUARTER_MS
    const isRefunded = kind === 'refunded'
    const periods = { day_sums: this.dayOf(quarter), quarter_hour_sums: new Date(quarter).toISOString() }
    for (const table of ['day_sums', 'quarter_hour_sums'] as const) {
      const [received, count, refunded, refunds] = this.tables[table].get(periods[table]) ?? [0, 0, 0, 0]
      this.tables[table].set(periods[table], [
        received + amountCentavos,
        count + 1,
        refunded + (isRefunded ? amountCentavos : 0),
        refunds + (isRefunded ? 1 : 0),
      ])
    }
  }

  rows({ accountId, livemode }: Scope): [table: string, rows: BulkRow[]][] {
    const common = { account_id: accountId, livemode, created_by: '', provider: 'manual', currency: 'MXN' }
    return Object.entries(this.tables).map(([table, sums]) => [
      table,
      [...sums].map(([period, [received, count, refunded, refunds]]) => ({
        ...{ ...common, [table === 'day_sums' ? 'day' : 'starts_at']: period },
        ...{ received_centavos: received, received_count: count, refunded_centavos: refunded, refunded_count: refunds },
      })),
    ])
  }

  private dayOf(quarter: number): string {
    const day = this.days.get(quarter) ?? localDay(new Date(quarter), ZONE)
    this.days.set(quarter, day)
    return day
  }
}
